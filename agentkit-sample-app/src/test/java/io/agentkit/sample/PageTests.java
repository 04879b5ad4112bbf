package io.agentkit.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.openqa.selenium.support.ui.ExpectedConditions.attributeToBe;
import static org.openqa.selenium.support.ui.ExpectedConditions.elementToBeClickable;
import static org.openqa.selenium.support.ui.ExpectedConditions.not;
import static org.openqa.selenium.support.ui.ExpectedConditions.presenceOfElementLocated;
import static org.openqa.selenium.support.ui.ExpectedConditions.textToBe;
import static org.openqa.selenium.support.ui.ExpectedConditions.textToBePresentInElementLocated;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** The page in a real browser. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "sample.demo.word-delay=1ms",
            "agentkit.chat.retry.backoff.base=1ms",
            "agentkit.budgets.talks.scope=tenant",
            "agentkit.budgets.talks.max-calls=4"
        })
@TestInstance(Lifecycle.PER_CLASS)
class PageTests {

    private static final By ANSWER = By.cssSelector(".answer:last-of-type");

    @LocalServerPort
    private int port;

    private ChromeDriver browser;

    private WebDriverWait until;

    @BeforeAll
    void startBrowser(@TempDir Path profile) {
        Browser.start(profile).ifPresent(started -> {
            browser = started;
            until = new WebDriverWait(started, Duration.ofSeconds(20));
        });
    }

    @AfterAll
    void stopBrowser() {
        if (browser != null) {
            browser.quit();
        }
    }

    @BeforeEach
    void open() {
        if (browser == null) {
            Browser.missing();
        }
        complaints();
        browser.get("http://localhost:" + port + "/");
        until.until(presenceOfElementLocated(By.cssSelector("#ledger.ready")));
    }

    @Test
    void showsAnAnswerWithItsReceiptAndWhatItChanged() {
        String before = text("#spend-usd");

        ask("What is the weather in Berlin?", "acme");

        until.until(attributeToBe(ANSWER, "data-state", "done"));
        assertThat(text(".answer .text")).startsWith("In Berlin it is");
        assertThat(text(".answer .trace")).contains("weather");
        assertThat(text(".answer .receipt")).contains("USD", "demo-model");
        until.until(not(textToBe(By.id("spend-usd"), before)));
        until.until(
                textToBePresentInElementLocated(By.cssSelector("li[data-budget=tenant-daily][data-key=acme]"), "acme"));
        until.until(presenceOfElementLocated(By.cssSelector("#events li")));
        assertThat(complaints()).isEmpty();
    }

    @Test
    void showsWordsWhileTheModelSpeaksAndStopsItWhenTold() {
        ask("/stall", "stopper");

        until.until(textToBePresentInElementLocated(By.cssSelector(".answer .text"), "nothing comes"));
        assertThat(browser.findElement(ANSWER).getDomAttribute("data-state")).isEqualTo("streaming");
        until.until(elementToBeClickable(By.id("stop"))).click();

        until.until(attributeToBe(ANSWER, "data-state", "stopped"));
        // The words that came are paid for, and since nobody counted them the sum is an estimate.
        until.until(textToBe(By.id("spend-exact"), "at least"));
        until.until(textToBePresentInElementLocated(By.id("waste"), "abandoned"));
        assertThat(text("#waste")).matches("USD that bought nothing: .*abandoned 0\\.\\d+.*");
    }

    @Test
    void saysWhyAMessageWasRefused() {
        ask("/blocked", "refused");

        until.until(attributeToBe(ANSWER, "data-state", "failed"));
        assertThat(text(".answer .error")).contains("The house rules do not allow this message.");
    }

    @Test
    void marksTheThresholdsOfABudgetAndThoseThatWereReached() {
        ask("What is the weather in Berlin?", "halfway");

        By budget = By.cssSelector("li[data-budget=talks][data-key=halfway]");
        until.until(textToBePresentInElementLocated(budget, "Reached 50 %, next 80 %"));
        WebElement bar = browser.findElement(budget);
        assertThat(bar.findElements(By.className("mark")))
                .extracting(mark -> mark.getDomAttribute("style"))
                .containsExactly("left: 50%;", "left: 80%;", "left: 100%;");
        assertThat(bar.findElements(By.cssSelector(".mark.reached"))).hasSize(1);
    }

    private void ask(String question, String tenant) {
        WebElement payer = browser.findElement(By.id("tenant"));
        payer.clear();
        payer.sendKeys(tenant);
        browser.findElement(By.id("message")).sendKeys(question);
        browser.findElement(By.id("send")).click();
        until.until(presenceOfElementLocated(ANSWER));
    }

    /** What the browser logged since the last look. */
    private List<String> complaints() {
        return browser.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    private String text(String selector) {
        return browser.findElement(By.cssSelector(selector)).getText();
    }
}
