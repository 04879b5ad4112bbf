package io.agentkit.cache.semantic;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.cache.CacheFailed;
import io.agentkit.chat.ChatReply;
import io.agentkit.test.RecordedEvents;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a cache does when what it needs fails, or when it is not sure of itself. */
class SemanticDoubtsTests {

    private static final String ASKED = "How do I turn off the alarm of my phone?";
    private static final String AGAIN = "How can I turn off the alarm of my phone?";

    private final CachedQuestions cached = new CachedQuestions();

    @Test
    void goesOnWithoutWhatEmbedsTexts() {
        cached.withDefaults().harness.model.reply("1").reply("2");
        cached.embedder.failure = new IllegalStateException("secret");

        cached.ask(ASKED);
        ChatReply second = cached.ask(ASKED);

        assertThat(second.text()).isEqualTo("2");
        assertThat(cached.figures().failures()).isEqualTo(2);
        assertThat(failed(cached.harness.events))
                .contains(CacheFailed.Part.KEEP)
                .doesNotContain(CacheFailed.Part.WHEN);
    }

    @Test
    void goesOnWithoutAnIndex() {
        SemanticIndex down = new SemanticIndex() {
            @Override
            public List<SemanticMatch> search(String partition, String text, int most, double threshold) {
                throw new IllegalStateException("down");
            }

            @Override
            public void put(String partition, SemanticEntry entry, Duration timeToLive) {
                throw new NoClassDefFoundError("down");
            }

            @Override
            public void remove(String partition, String id) {}
        };
        cached.bean("down", down)
                .with(SemanticMemoizeSpec.builder().vector("down"))
                .harness
                .model
                .reply("1")
                .reply("2");

        cached.ask(ASKED);

        assertThat(cached.ask(ASKED).text()).isEqualTo("2");
        assertThat(failed(cached.harness.events)).contains(CacheFailed.Part.SEARCH, CacheFailed.Part.KEEP);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, Double.NaN})
    void givesNothingThatAnIndexFoundAndIsNotSimilarEnough(double similarity) {
        SemanticEntry found = new SemanticEntry("1", ASKED, new Answer(null, "kept"));
        SemanticIndex generous = new SemanticIndex() {
            @Override
            public List<SemanticMatch> search(String partition, String text, int most, double threshold) {
                return List.of(new SemanticMatch(found, similarity));
            }

            @Override
            public void put(String partition, SemanticEntry entry, Duration timeToLive) {}

            @Override
            public void remove(String partition, String id) {}
        };
        cached.bean("generous", generous)
                .with(SemanticMemoizeSpec.builder().vector("generous"))
                .harness
                .model
                .reply("asked");

        assertThat(cached.ask(ASKED).text()).isEqualTo("asked");
    }

    @Test
    void goesOnWithAnIndexThatGivesNothingAtAll() {
        SemanticIndex broken = new SemanticIndex() {
            @Override
            @SuppressWarnings("NullAway") // what a careless one does
            public List<SemanticMatch> search(String partition, String text, int most, double threshold) {
                return null;
            }

            @Override
            public void put(String partition, SemanticEntry entry, Duration timeToLive) {}

            @Override
            public void remove(String partition, String id) {}
        };
        cached.bean("broken", broken)
                .with(SemanticMemoizeSpec.builder().vector("broken"))
                .harness
                .model
                .reply("asked");

        assertThat(cached.ask(ASKED).text()).isEqualTo("asked");
        assertThat(failed(cached.harness.events)).contains(CacheFailed.Part.SEARCH);
    }

    private static List<CacheFailed.Part> failed(RecordedEvents events) {
        return events.of(CacheFailed.class).stream().map(CacheFailed::part).toList();
    }

    @Test // SC-03
    void givesNoAnswerForAVectorThatIsAlwaysTheSame() {
        Embedder constant = text -> new float[] {1, 2, 3};
        cached.bean("embedder", constant)
                .withDefaults()
                .harness
                .model
                .reply("Paris")
                .reply("At noon");

        cached.ask("capital of France");
        ChatReply second = cached.ask("when is lunch");

        assertThat(second.text()).isEqualTo("At noon");
        assertThat(cached.figures().failures()).isEqualTo(1);
    }

    @Test
    void givesUpAnAnswerInTime() {
        cached.with(SemanticMemoizeSpec.builder().ttl(Duration.ofSeconds(10)))
                .harness
                .model
                .reply("old")
                .reply("new");
        cached.ask(ASKED);

        cached.harness.time.advance(Duration.ofSeconds(9));
        assertThat(cached.ask(AGAIN).text()).isEqualTo("old");
        cached.harness.time.advance(Duration.ofSeconds(1));

        assertThat(cached.ask(AGAIN).text()).isEqualTo("new");
    }

    @Test
    void asksAllTheSameInTheShadowAndSaysWhetherTheAnswersAgree() {
        cached.with(SemanticMemoizeSpec.builder().shadow(1))
                .harness
                .model
                .reply("Press 3 times.")
                .reply("Press 3 times.")
                .reply("Press 4 times.");

        cached.ask(ASKED);
        cached.ask(AGAIN);
        ChatReply third = cached.ask(AGAIN);

        assertThat(third.text()).isEqualTo("Press 4 times.");
        assertThat(cached.harness.events.of(SemanticComparison.class))
                .extracting(SemanticComparison::agreed)
                .containsExactly(true, false);
        assertThat(cached.figures().comparisons().compared()).isEqualTo(2);
        assertThat(cached.figures().comparisons().agreed()).isEqualTo(1);
        assertThat(cached.figures().hits()).isZero();
    }

    @Test
    void samplesTheShadow() {
        // Randomness of the harness is always in the middle.
        cached.with(SemanticMemoizeSpec.builder().shadow(0.4)).harness.model.reply("Press it.");

        cached.ask(ASKED);
        cached.ask(AGAIN);

        assertThat(cached.harness.model.calls()).isEqualTo(1);
    }

    @Test
    void keepsAnswersInAStoreThatIsNamed() {
        var store = new io.agentkit.cache.InMemoryCacheStore(10, 100_000, cached.harness.time);
        cached.bean("store", store)
                .with(SemanticMemoizeSpec.builder().store("store"))
                .harness
                .model
                .reply("Press it.");

        cached.ask(ASKED);

        assertThat(store.size()).isEqualTo(1);
        assertThat(cached.ask(AGAIN).text()).isEqualTo("Press it.");
    }
}
