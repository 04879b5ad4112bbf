package io.agentkit.score;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * How long each call takes at the model and would take at its backup, in nanoseconds.
 *
 * @param first at the model, in the order of the calls
 * @param backup at the backup, for the same calls
 */
record Latencies(long[] first, long[] backup) {

    static final int CALLS = 100_000;

    private static final long SEED = 20260115;

    private static final int SPELL = 500;

    /**
     * Whole answers as providers give them: most around 1.2 seconds (log-normal, sigma 0.5), 3 % around 12 seconds (log-normal, sigma 0.6: a
     * cold replica, a retry inside the provider), 0.3 % stuck for 30 to 90 seconds. Model and backup are independent.
     */
    static Latencies independent() {
        Random random = new Random(SEED);
        Latencies made = new Latencies(new long[CALLS], new long[CALLS]);
        for (int i = 0; i < CALLS; i++) {
            made.first[i] = one(random);
            made.backup[i] = one(random);
        }
        return made;
    }

    /** The same with spells in which both are four times as slow: one in twenty stretches of 500 calls. */
    static Latencies withSharedSpells() {
        Latencies made = independent();
        Random random = new Random(SEED);
        for (int from = 0; from < CALLS; from += SPELL) {
            if (random.nextInt(20) == 0) {
                for (int i = from; i < from + SPELL; i++) {
                    made.first[i] *= 4;
                    made.backup[i] *= 4;
                }
            }
        }
        return made;
    }

    private static long one(Random random) {
        int kind = random.nextInt(1_000);
        double seconds;
        if (kind < 3) {
            seconds = 30 + 60 * random.nextDouble();
        } else if (kind < 33) {
            seconds = 12 * Math.exp(0.6 * random.nextGaussian());
        } else {
            seconds = 1.2 * Math.exp(0.5 * random.nextGaussian());
        }
        return (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    }

    /**
     * Recorded ones, a line {@code {"ms": 1234.5}} for each call in order; with {@code "backup_ms"} where that was measured, too, else the
     * backup takes as long as another call of the file.
     */
    static Latencies read(Path file) throws IOException {
        JsonMapper json = new JsonMapper();
        JsonNode[] lines = Files.readAllLines(file).stream()
                .filter(line -> !line.isBlank())
                .map(json::readTree)
                .toArray(JsonNode[]::new);
        Random random = new Random(SEED);
        Latencies read = new Latencies(new long[lines.length], new long[lines.length]);
        for (int i = 0; i < lines.length; i++) {
            read.first[i] = nanos(lines[i].required("ms"));
            JsonNode measured = lines[i].get("backup_ms");
            read.backup[i] = nanos(measured == null ? lines[random.nextInt(lines.length)].required("ms") : measured);
        }
        return read;
    }

    private static long nanos(JsonNode millis) {
        return (long) (millis.asDouble() * TimeUnit.MILLISECONDS.toNanos(1));
    }
}
