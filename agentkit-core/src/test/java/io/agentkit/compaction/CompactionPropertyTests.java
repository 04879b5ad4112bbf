package io.agentkit.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.Message;
import io.agentkit.chat.Message.Role;
import io.agentkit.test.RandomTranscripts;
import io.agentkit.test.TranscriptRules;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever was said, and however much of it fits. */
class CompactionPropertyTests {

    @Property(tries = 300)
    void whatGoesOutIsWhatProvidersTake(
            @ForAll long seed,
            @ForAll CompactionStrategy strategy,
            @ForAll @IntRange(max = 20) int keep,
            @ForAll @IntRange(min = 1, max = 8_000) int limit) {
        Compacted chain = Compacted.by(strategy, keep, limit);
        List<Message> came = new RandomTranscripts(seed).sound();

        List<Message> sent = chain.send(came);

        assertThat(TranscriptRules.broken(came)).isEmpty();
        assertThat(TranscriptRules.broken(sent)).isEmpty();
        List<Message> system = withRole(came, Role.SYSTEM);
        assertThat(sent.subList(0, system.size())).isEqualTo(system);
        assertThat(sent).contains(last(withRole(came, Role.USER))).endsWith(last(came));
        List<Message> kept = new ArrayList<>(sent);
        kept.removeIf(Compacted::isSummary);
        assertThat(isSubsequence(kept, came)).isTrue();
    }

    @Property(tries = 300)
    void whatGoesOutKeepsToTheLimitUnlessWhatHasToBeKeptIsLonger(
            @ForAll long seed,
            @ForAll CompactionStrategy strategy,
            @ForAll @IntRange(max = 20) int keep,
            @ForAll @IntRange(min = 1, max = 8_000) int limit) {
        Compacted chain = Compacted.by(strategy, keep, limit);
        List<Message> came = new RandomTranscripts(seed).sound();

        List<Message> sent = chain.send(came);

        Transcript transcript = Transcript.of(came);
        List<Message> least = transcript.from(transcript.groups().size() - 1, null);
        if (Compacted.tokens(sent) > limit) {
            assertThat(sent).isEqualTo(least);
            assertThat(chain.event().overLimit()).isTrue();
        }
    }

    @Property(tries = 300)
    void toCompactTwiceChangesNothing(
            @ForAll long seed,
            @ForAll CompactionStrategy strategy,
            @ForAll @IntRange(max = 20) int keep,
            @ForAll @IntRange(min = 1, max = 8_000) int limit) {
        Compacted chain = Compacted.by(strategy, keep, limit);
        RandomTranscripts transcripts = new RandomTranscripts(seed);

        List<Message> once = chain.send(seed % 2 == 0 ? transcripts.sound() : transcripts.broken());

        assertThat(chain.send(once)).isEqualTo(once);
    }

    @Property(tries = 300)
    void brokenTranscriptsAreRepaired(
            @ForAll long seed,
            @ForAll CompactionStrategy strategy,
            @ForAll @IntRange(min = 1, max = 100_000) int limit) {
        Compacted chain = Compacted.by(strategy, 10, limit);
        List<Message> came = new RandomTranscripts(seed).broken();

        List<Message> sent = chain.send(came);

        assertThat(TranscriptRules.broken(sent)).isEmpty();
        assertThat(Soundness.isSound(sent)).isTrue();
        if (!TranscriptRules.broken(came).isEmpty()) {
            assertThat(chain.event().repairs().total()).isPositive();
        }
    }

    /** A conversation grows by one message after the other, and each time that it waits for an answer a model is asked. */
    @Property(tries = 60)
    void theBeginningStaysTheSameUntilTheRoomIsUsedUp(
            @ForAll long seed,
            @ForAll CompactionStrategy strategy,
            @ForAll @IntRange(min = 800, max = 4_000) int limit) {
        Compacted chain = Compacted.by(strategy, 4, limit);
        List<Message> all = new RandomTranscripts(seed).sound();
        List<Message> before = List.of();
        long spread = 0;

        for (int size = 1; size <= all.size(); size++) {
            List<Message> came = all.subList(0, size);
            if (!TranscriptRules.broken(came).isEmpty() || last(came).role() == Role.ASSISTANT) {
                continue;
            }
            List<Message> sent = chain.send(came);
            spread += sent.size() >= before.size()
                            && sent.subList(0, before.size()).equals(before)
                    ? 0
                    : 1;
            before = sent;
        }

        // Each time at least one message is left out for good.
        assertThat(spread).isLessThanOrEqualTo(all.size() / 2 + 1);
    }

    private static List<Message> withRole(List<Message> messages, Role role) {
        return messages.stream().filter(message -> message.role() == role).toList();
    }

    private static Message last(List<Message> messages) {
        return messages.get(messages.size() - 1);
    }

    private static boolean isSubsequence(List<Message> some, List<Message> all) {
        int found = 0;
        for (Message message : all) {
            found += found < some.size() && some.get(found) == message ? 1 : 0;
        }
        return found == some.size();
    }
}
