package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class OutputQuantileTests {

    @Test
    void knowsNothingBeforeEnoughAnswers() {
        OutputQuantile quantile = new OutputQuantile(20, 95);
        for (int i = 0; i < 19; i++) {
            quantile.add(100);
        }
        assertThat(quantile.tokens()).isZero();

        quantile.add(100);

        assertThat(quantile.tokens()).isBetween(100L, 112L);
    }

    @Property(tries = 200)
    void isNeverTooLowAndAtMostAnEighthTooHigh(
            @ForAll @Size(min = 1, max = 300) List<@IntRange(min = 1, max = 1_000_000) Integer> answers,
            @ForAll @IntRange(min = 50, max = 100) int percent) {
        OutputQuantile quantile = new OutputQuantile(answers.size(), percent);
        for (int answer : answers) {
            quantile.add(answer);
        }
        List<Integer> sorted = answers.stream().sorted().toList();
        int exact = sorted.get((sorted.size() * percent + 99) / 100 - 1);

        assertThat(quantile.tokens()).isBetween((long) exact, exact + exact / 8L);
    }

    @Test
    void followsAnswersThatBecomeLonger() {
        OutputQuantile quantile = new OutputQuantile(20, 95);
        for (int i = 0; i < 5_000; i++) {
            quantile.add(10);
        }
        for (int i = 0; i < 5_000; i++) {
            quantile.add(1_000);
        }

        assertThat(quantile.tokens()).isBetween(1_000L, 1_125L);
    }

    @Test
    void takesCountsOutOfProportion() {
        OutputQuantile quantile = new OutputQuantile(1, 100);

        quantile.add(Long.MAX_VALUE);
        quantile.add(-1);

        assertThat(quantile.tokens()).isGreaterThan(10_000_000);
    }
}
