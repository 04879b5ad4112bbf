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

    private Browser() {}

    /** Starts it; where there is none the test is skipped, but on CI it fails. */
    static ChromeDriver start(Path profile) {
        File browser = find(NAMES).orElseGet(() -> missing("chromium"));
        File driver = find(List.of("chromedriver")).orElseGet(() -> missing("chromedriver"));
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

    private static File missing(String name) {
        String reason = "The page is not tested: there is no %s on the path".formatted(name);
        return "true".equals(System.getenv("CI")) ? fail(reason) : abort(reason);
    }
}
