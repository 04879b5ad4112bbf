package io.agentkit.score;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.boot.logging.LoggingSystem;

/**
 * Failover: plays scenarios of failing providers, in real time and over real sockets, to the Spring AI starters of OpenAI and Anthropic, as
 * calls and as streams, with the settings of {@code docs/failover.md}; once as the scenarios tell them and once with other statuses, places
 * and times; and beside it to Spring AI with its defaults. A scenario that passes has passed all that it expects, showed no text twice and
 * was booked as the server has billed.
 */
final class FailoverScore implements Score {

    private static final long SEED = 16;

    private static final int AT_A_TIME = 48;

    private static final Path DOCUMENT = Path.of("docs/failover.md");

    private enum Round {
        AGENTKIT("agentkit"),
        SHUFFLED("agentkit, statuses, places and times shuffled"),
        PLAIN("Spring AI with its defaults");

        private final String title;

        Round(String title) {
            this.title = title;
        }
    }

    private record Cell(
            FailoverCase scenario, Round round, FailoverSide side, boolean streaming, Future<List<String>> complaints) {

        List<String> missing() throws InterruptedException {
            try {
                return complaints.get();
            } catch (ExecutionException broken) {
                return List.of("could not be played: " + broken.getCause());
            }
        }
    }

    @Override
    public Figures measure(ScoreInput input) throws Exception {
        Path rows = input.cases() == null ? input.data().resolve("failover-scenarios/scenarios.jsonl") : input.cases();
        List<FailoverCase> scenarios = FailoverCase.read(rows);
        Path settings = settings();
        quiet();
        List<Cell> cells = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME);
        try {
            Random random = new Random(SEED);
            for (FailoverCase scenario : scenarios) {
                for (Round round : Round.values()) {
                    for (FailoverSide side : FailoverSide.values()) {
                        cells.add(cell(scenario, round, side, false, settings, random, threads));
                        cells.add(cell(scenario, round, side, true, settings, random, threads));
                    }
                }
            }
            for (Round round : Round.values()) {
                print(round, scenarios, cells, input.out());
            }
        } finally {
            threads.shutdownNow();
            Files.deleteIfExists(settings);
        }
        return figures(scenarios, cells);
    }

    private static Cell cell(
            FailoverCase scenario,
            Round round,
            FailoverSide side,
            boolean streaming,
            Path settings,
            Random random,
            ExecutorService threads) {
        FailoverFault told = FailoverFault.of(scenario.fault());
        if (told == null) {
            FutureTask<List<String>> unknown = new FutureTask<>(() -> List.of("the fault is not understood"));
            unknown.run();
            return new Cell(scenario, round, side, streaming, unknown);
        }
        FailoverFault fault = round == Round.SHUFFLED ? told.shuffled(random) : told;
        @Nullable Path configuration = round == Round.PLAIN ? null : settings;
        Callable<List<String>> play = new FailoverPlay(scenario, fault, side, streaming, configuration)::complaints;
        return new Cell(scenario, round, side, streaming, threads.submit(play));
    }

    /** The block of settings in the document is what is measured, so that the two cannot differ. */
    private static Path settings() throws IOException {
        String document = Files.readString(DOCUMENT);
        String start = "```yaml\n";
        int from = document.indexOf(start) + start.length();
        Path file = Files.createTempFile("failover", ".yml");
        return Files.writeString(file, document.substring(from, document.indexOf("```", from)));
    }

    /** Applications that start and end side by side would set each other's log levels. */
    private static void quiet() {
        System.setProperty(LoggingSystem.SYSTEM_PROPERTY, LoggingSystem.NONE);
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
    }

    private static void print(Round round, List<FailoverCase> scenarios, List<Cell> cells, PrintStream out)
            throws InterruptedException {
        out.println();
        out.println(round.title);
        out.println("| | OpenAI, call | OpenAI, stream | Anthropic, call | Anthropic, stream |");
        out.println("| --- | --- | --- | --- | --- |");
        for (FailoverCase scenario : scenarios) {
            StringBuilder row = new StringBuilder("| " + scenario.id());
            for (Cell cell : cells) {
                if (cell.scenario() == scenario && cell.round() == round) {
                    List<String> missing = cell.missing();
                    row.append(" | ").append(missing.isEmpty() ? "passed" : String.join("; ", missing));
                }
            }
            out.println(row.append(" |"));
        }
    }

    private static Figures figures(List<FailoverCase> scenarios, List<Cell> cells) throws InterruptedException {
        StringBuilder text = new StringBuilder();
        boolean met = !scenarios.isEmpty();
        for (Round round : Round.values()) {
            for (FailoverSide side : FailoverSide.values()) {
                int passed = 0;
                for (FailoverCase scenario : scenarios) {
                    passed += passes(scenario, round, side, cells) ? 1 : 0;
                }
                met &= round == Round.PLAIN || passed == scenarios.size();
                text.append(text.isEmpty() ? "" : "; ")
                        .append("%s, %s %d of %d".formatted(round.title, side, passed, scenarios.size()));
            }
        }
        return new Figures(met, text.toString());
    }

    private static boolean passes(FailoverCase scenario, Round round, FailoverSide side, List<Cell> cells)
            throws InterruptedException {
        for (Cell cell : cells) {
            boolean counts = cell.scenario() == scenario && cell.round() == round && cell.side() == side;
            if (counts && !cell.missing().isEmpty()) {
                return false;
            }
        }
        return true;
    }
}
