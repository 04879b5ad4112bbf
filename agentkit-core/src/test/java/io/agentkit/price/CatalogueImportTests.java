package io.agentkit.price;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.test.FakeTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Catalogues from a real server on this machine that is slow, broken, too large or unchanged. */
class CatalogueImportTests {

    private static final Usage MILLION = Usage.of(1_000_000, 0);

    /** What the last look or copy left. */
    private final FakeTime time = new FakeTime(Instant.parse("2026-09-01T00:00:00Z"));

    private final PriceServer server = new PriceServer();

    @TempDir
    Path folder;

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void readsACatalogueAndSaysWhereAPriceComesFrom() {
        server.body(models("m", 2));

        try (LivePrices prices = started()) {
            assertThat(prices.price("m", MILLION)).isEqualTo(Money.usd(2));
            assertThat(prices.used("m"))
                    .containsExactly(new PriceOrigin(server.address(), "m", Instant.parse("2026-09-01T00:00:00Z")));
            assertThat(prices.catalogues()).singleElement().satisfies(status -> {
                assertThat(status.isFresh()).isTrue();
                assertThat(status.format()).isEqualTo("litellm");
                assertThat(status.models()).isEqualTo(1);
            });
        }
    }

    @Test
    void putsTheApplicationsPricesOverImportedOnesAndThoseOverTheBuiltIn() {
        server.body(models("gpt-4o", 7));

        try (LivePrices prices = new LivePrices(Map.of("mine", Rates.usd("1", "1")), specs(), time, new Highest())) {
            prices.start();

            assertThat(prices.price("gpt-4o", MILLION)).isEqualTo(Money.usd(7));
            assertThat(prices.price("mine", MILLION)).isEqualTo(Money.usd(1));
            assertThat(prices.price("gpt-4.1", MILLION)).isEqualTo(Money.usd(2));
        }
    }

    @Test
    void asksOnlyForWhatIsNewAndKnowsThatTheOldIsStillGood() {
        server.body(models("m", 2)).tag("\"v1\"");
        try (LivePrices prices = started()) {
            server.status(304).body("");
            time.advance(Duration.ofHours(5));

            prices.refresh();

            assertThat(server.lastHeader("If-None-Match")).isEqualTo("\"v1\"");
            assertThat(prices.price("m", MILLION)).isEqualTo(Money.usd(2));
            assertThat(prices.catalogues().get(0).asOf()).isEqualTo("2026-09-01T05:00:00Z");
            assertThat(prices.catalogues().get(0).failures()).isZero();
        }
    }

    @Test
    void keepsTheLastGoodOneWhateverTheSourceSays() {
        server.body(models("m", 2));
        try (LivePrices prices = started()) {
            for (BiConsumer<PriceServer, String> broken : broken()) {
                broken.accept(server, "");

                prices.refresh();

                assertThat(prices.price("m", MILLION)).isEqualTo(Money.usd(2));
                assertThat(prices.catalogues().get(0).isFresh()).isFalse();
                assertThat(prices.catalogues().get(0).asOf()).isEqualTo("2026-09-01T00:00:00Z");
            }
            assertThat(prices.catalogues().get(0).failures()).isEqualTo(broken().size());

            server.status(200).body(models("m", 3));
            prices.refresh();

            assertThat(prices.price("m", MILLION)).isEqualTo(Money.usd(3));
            assertThat(prices.catalogues().get(0).isFresh()).isTrue();
        }
    }

    @Test // CO-13
    void keepsThePricesOfEntriesThatMakeNoSenseAnyMore() {
        server.body(five("{\"input_cost_per_token\": 2e-6}", "{\"input_cost_per_token\": 2e-6}"));
        try (LivePrices prices = started()) {
            server.body(five("{\"input_cost_per_token\": -1}", "{\"input_cost_per_token\": 1e300}"));
            prices.refresh();
            server.body(five("{\"input_cost_per_token\": \"NaN\"}", "7"));

            prices.refresh();

            assertThat(prices.price("a", MILLION)).isEqualTo(Money.usd(2));
            assertThat(prices.price("b", MILLION)).isEqualTo(Money.usd(2));
            assertThat(prices.catalogues().get(0).skipped()).isEqualTo(2);
            assertThat(prices.catalogues().get(0).isFresh()).isTrue();
        }
    }

    private static String five(String a, String b) {
        String fine = "{\"input_cost_per_token\": 1e-6}";
        return "{\"a\": %s, \"b\": %s, \"c\": %s, \"d\": %s, \"e\": %s}".formatted(a, b, fine, fine, fine);
    }

    private static List<BiConsumer<PriceServer, String>> broken() {
        return List.of(
                (server, none) -> server.status(500).body(models("m", 9)),
                (server, none) -> server.status(404).body("not here"),
                (server, none) -> server.status(304).body(""),
                (server, none) -> server.status(200).body("<html>maintenance</html>"),
                (server, none) -> server.status(200).body("{\"m\": {\"input_cost_per_token\": 9e-6"),
                (server, none) -> server.status(200).body(""),
                (server, none) -> server.status(200).body("[]"),
                (server, none) -> server.status(200).body("{\"a\": {}}"),
                (server, none) -> server.status(200).body(" ".repeat(5_000) + models("m", 9)),
                (server, none) -> server.cut(models("m", 9)));
    }

    @Test
    void saysWhatWasWrongWithoutRepeatingIt() {
        server.status(200).body("{\"sk-secret\": ");
        try (LivePrices prices = started()) {
            assertThat(prices.catalogues().get(0).lastFailure())
                    .startsWith("it is no JSON to its end")
                    .doesNotContain("secret");
            server.body(" ".repeat(5_000));

            prices.refresh();

            assertThat(prices.catalogues().get(0).lastFailure()).isEqualTo("it is larger than 4096 bytes");
            server.status(503);

            prices.refresh();

            assertThat(prices.catalogues().get(0).lastFailure()).isEqualTo("it was answered with status 503");
        }
    }

    @Test
    void waitsNoLongerThanItsTimeoutForABodyThatNeverEnds() throws Exception {
        server.body(models("m", 2));
        try (LivePrices prices = started()) {
            server.stall();
            Thread look = new Thread(prices::refresh);
            look.start();
            server.awaitStalled();
            // The next look's timer, and the limit of this one, which starts once its request is out.
            while (time.pendingTimers() < 2) {
                Thread.onSpinWait();
            }

            time.advance(Duration.ofSeconds(5));

            look.join();
            assertThat(prices.catalogues().get(0).lastFailure()).isEqualTo("it did not come within PT5S");
            assertThat(prices.price("m", MILLION)).isEqualTo(Money.usd(2));
        }
    }

    @Test
    void startsFromTheCopyOnDiskWhenTheSourceIsDown() {
        server.body(models("m", 2)).tag("\"v1\"");
        started().close();
        server.status(500);
        time.advance(Duration.ofDays(3));

        LivePrices prices = new LivePrices(Map.of(), specs(), time, new Highest());
        prices.start();
        prices.refresh();

        try (prices) {
            assertThat(prices.price("m", MILLION)).isEqualTo(Money.usd(2));
            assertThat(prices.catalogues().get(0).asOf()).isEqualTo("2026-09-01T00:00:00Z");
            assertThat(server.lastHeader("If-None-Match")).isEqualTo("\"v1\"");
        }
    }

    @Test
    void takesNoVersionForACopyThatSomebodyChanged() throws IOException {
        server.body(models("m", 2)).tag("\"v1\"");
        started().close();
        Files.writeString(copy(), models("m", 5));
        server.body(models("m", 3));

        LivePrices prices = new LivePrices(Map.of(), specs(), time, new Highest());
        prices.start();
        prices.refresh();

        try (prices) {
            assertThat(server.header(1, "If-None-Match")).isNull();
            assertThat(prices.price("m", MILLION)).isEqualTo(Money.usd(3));
        }
    }

    @Test
    void doesWithoutACopyThatIsBrokenOrCannotBeWritten() throws IOException {
        Files.writeString(copy(), "{");
        server.body(models("m", 2));
        try (LivePrices prices = started()) {
            assertThat(prices.price("m", MILLION)).isEqualTo(Money.usd(2));
        }
        Path blocked = folder.resolve("file");
        Files.writeString(blocked, "no folder");
        CatalogueSpec spec = spec(blocked.resolve("copy.json").toString());

        try (LivePrices prices = new LivePrices(Map.of(), List.of(spec), time, new Highest())) {
            prices.start();

            assertThat(prices.price("m", MILLION)).isEqualTo(Money.usd(2));
            assertThat(prices.catalogues().get(0).isFresh()).isTrue();
        }
    }

    @Test
    void looksAgainAfterItsIntervalAndABitAndSoonerAfterAFailure() throws Exception {
        CatalogueImport failing = new CatalogueImport(specs().get(0), time, new Highest(), () -> {});
        Duration pause = failing.pause();
        server.body(models("m", 2));
        try (LivePrices prices = started()) {
            server.body(models("m", 3));
            time.advance(Duration.ofHours(24));
            assertThat(server.requests()).isEqualTo(1);

            // Not a moment further: the time limit of the look would pass as well.
            time.advance(pause.minusHours(24));

            server.awaitRequests(2);
        }
        assertThat(pause).isBetween(Duration.ofHours(26), Duration.ofHours(27));
        server.status(500);
        failing.look();
        assertThat(failing.pause()).isBetween(Duration.ofSeconds(65), Duration.ofSeconds(66));
        failing.look();
        assertThat(failing.pause()).isBetween(Duration.ofSeconds(131), Duration.ofSeconds(132));
    }

    @Test // CO-13
    void keepsAPriceThatALaterFileNamesNoMore() {
        server.body(
                "{\"a\": {\"input_cost_per_token\": 2e-6, \"litellm_provider\": \"openai\"}, \"b\": {\"input_cost_per_token\": 1e-6, \"litellm_provider\": \"openai\"}}");
        try (LivePrices prices = started()) {
            server.body(
                    "{\"a\": {\"litellm_provider\": \"openai\"}, \"b\": {\"input_cost_per_token\": 4e-6, \"litellm_provider\": \"openai\"}}");
            prices.refresh();
            prices.refresh();

            assertThat(prices.price("a", MILLION)).isEqualTo(Money.usd(2));
            assertThat(prices.price("b", MILLION)).isEqualTo(Money.usd(4));
        }
    }

    @Test
    void refusesAFileThatHasLostMostOfItsPrices() {
        server.body("[{\"id\": \"p\", \"models\": [" + model("a") + "," + model("b") + "," + model("c") + ","
                + model("d") + "]}]");
        try (LivePrices prices = started()) {
            server.body("[{\"id\": \"p\", \"models\": [" + model("a") + "]}]");

            prices.refresh();

            assertThat(prices.price("p", "d", MILLION)).isEqualTo(Money.usd(1));
            assertThat(prices.catalogues().get(0).lastFailure()).isEqualTo("it has lost more than half of its prices");
        }
    }

    @Test
    void readsAFileAndReadsItAgainWhenItChanged() throws IOException {
        Path file = folder.resolve("prices.json");
        Files.writeString(file, models("m", 2));
        CatalogueSpec spec = new CatalogueSpec(file.toString(), null, null, null, copy().toString());
        try (LivePrices prices = new LivePrices(Map.of(), List.of(spec), time, new Highest())) {
            prices.start();
            assertThat(prices.price("m", MILLION)).isEqualTo(Money.usd(2));

            Files.writeString(file, models("m", 33));
            prices.refresh();
            assertThat(prices.price("m", MILLION)).isEqualTo(Money.usd(33));

            Files.delete(file);
            prices.refresh();

            assertThat(prices.price("m", MILLION)).isEqualTo(Money.usd(33));
            assertThat(prices.catalogues().get(0).lastFailure()).isEqualTo("it cannot be read (NoSuchFileException)");
        }
    }

    @Test
    void showsNoSecretOfAnAddress() {
        assertThat(CatalogueSpec.at("https://user:pass@prices.example/x.json?token=abc")
                        .name())
                .doesNotContain("pass", "abc");
    }

    private LivePrices started() {
        LivePrices prices = new LivePrices(Map.of(), specs(), time, new Highest());
        prices.start();
        return prices;
    }

    private List<CatalogueSpec> specs() {
        return List.of(spec(copy().toString()));
    }

    private CatalogueSpec spec(String copy) {
        return new CatalogueSpec(server.address(), null, Duration.ofSeconds(5), 4_096, copy);
    }

    private Path copy() {
        return folder.resolve("copy.json");
    }

    private static String models(String name, int usd) {
        return "{\"" + name + "\": {\"input_cost_per_token\": " + usd + "e-6, \"litellm_provider\": \"openai\"}}";
    }

    private static String model(String name) {
        return "{\"id\": \"" + name + "\", \"match\": {\"equals\": \"" + name + "\"}, \"prices\": {\"input_mtok\": 1}}";
    }

    /** As much chance as there can be. */
    private record Highest() implements RandomGenerator {

        @Override
        public long nextLong() {
            return -1;
        }

        @Override
        public double nextDouble() {
            return 0.999;
        }
    }
}
