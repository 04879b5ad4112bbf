package io.agentkit.sample;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** A headless Chromium from the path. */
final class Browser {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    private static final List<String> DRIVERS = List.of("chromedriver");

    private Browser() {}

    /** Starts it where there is one. */
    static Optional<ChromeDriver> start(Path profile) {
        return find(NAMES).flatMap(browser -> find(DRIVERS).map(driver -> start(browser, driver, profile)));
    }

    /** Skips the test since there is none, but fails on CI. To be called for each test: a class that is skipped as a whole counts as none. */
    static void missing() {
        String reason = "The page is not tested: there is no %s on the path"
                .formatted(find(NAMES).isEmpty() ? "chromium" : "chromedriver");
        if ("true".equals(System.getenv("CI"))) {
            fail(reason);
        }
        abort(reason);
    }

    private static ChromeDriver start(File browser, File driver, Path profile) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser);
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(driver)
                .usingAnyFreePort()
                .build();
        return new ChromeDriver(service, options);
    }

    private static Optional<File> find(List<String> names) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator))
                .flatMap(folder -> names.stream().map(name -> new File(folder, name)))
                .filter(File::canExecute)
                .findFirst();
    }
}
