package io.agentkit.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.idempotency.Claim;
import io.agentkit.idempotency.IdempotencyCounts;
import io.agentkit.idempotency.IdempotencyStore;
import io.agentkit.idempotency.ToolCallMark;
import io.agentkit.idempotency.UnknownOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link IdempotencyStore} does. A lease of nothing is over at once, so no test has to wait for one. */
public abstract class IdempotencyStoreContract {

    protected static final Duration LEASE = Duration.ofMinutes(1);

    protected static final Duration KEEP = Duration.ofDays(1);

    private static final Duration NOTHING = Duration.ZERO;

    private static final int THREADS = 64;

    private IdempotencyStore store;

    /** A store that knows nothing. */
    protected abstract IdempotencyStore emptyStore();

    /** The same store, as another process sees it. */
    protected IdempotencyStore otherProcess(IdempotencyStore known) {
        return known;
    }

    @BeforeEach
    void makeStore() {
        store = emptyStore();
    }

    private static ToolCallMark call(String key, String holder) {
        return new ToolCallMark(key, holder, "arguments of " + key, "charge_card", "run-1");
    }

    private static ToolCallMark call(String holder) {
        return call("key", holder);
    }

    @Test
    void knowsNoCallOfAKeyThatNoneCanHave() {
        for (String key : List.of("", "a\u0000b", "\ud800", "x".repeat(10_000))) {
            assertThat(store.findUnknown(key)).isNull();
        }
    }

    private UnknownOutcome unknown(Claim claim) {
        assertThat(claim).isInstanceOf(Claim.Unknown.class);
        return ((Claim.Unknown) claim).outcome();
    }

    @Test
    void givesACallToWhoComesFirst() {
        assertThat(store.claim(call("one"), LEASE)).isEqualTo(new Claim.Held());
        assertThat(otherProcess(store).claim(call("other"), LEASE)).isEqualTo(new Claim.Busy());
        assertThat(store.claim(call("another key", "other"), LEASE)).isEqualTo(new Claim.Held());
    }

    @Test
    void saysTheSameToAHolderThatAsksAgain() {
        store.claim(call("one"), LEASE);

        assertThat(store.claim(call("one"), LEASE)).isEqualTo(new Claim.Held());
        assertThat(store.complete("key", "one", "paid", KEEP)).isTrue();
        assertThat(store.complete("key", "one", "paid", KEEP)).isTrue();
        assertThat(store.claim(call("one"), LEASE)).isEqualTo(new Claim.Done("paid"));
    }

    @Test // TC-505
    void givesTheResultOfWhatWasMade() {
        store.claim(call("one"), LEASE);
        store.complete("key", "one", "", KEEP);

        assertThat(otherProcess(store).claim(call("other"), LEASE)).isEqualTo(new Claim.Done(""));
    }

    @Test
    void knowsThatACallWasMadeWhoseResultWasNotKept() {
        store.claim(call("one"), LEASE);
        store.complete("key", "one", null, KEEP);

        assertThat(store.claim(call("other"), LEASE)).isEqualTo(new Claim.Done(null));
    }

    @Test // TC-504
    void forgetsAResultThatWasKeptLongEnough() {
        store.claim(call("one"), LEASE);
        store.complete("key", "one", "paid", NOTHING);

        assertThat(store.counts()).isEqualTo(new IdempotencyCounts(0, 0, 0));
        assertThat(store.claim(call("other"), LEASE)).isEqualTo(new Claim.Held());
        assertThat(store.complete("key", "one", "paid", KEEP)).isFalse();
        assertThat(store.claim(call("third"), LEASE)).isEqualTo(new Claim.Busy());
    }

    @Test
    void isFreeAgainOnceReleased() {
        store.claim(call("one"), LEASE);

        assertThat(store.release("key", "one")).isTrue();
        assertThat(store.release("key", "one")).isTrue();
        assertThat(otherProcess(store).claim(call("other"), LEASE)).isEqualTo(new Claim.Held());
        assertThat(store.release("key", "one")).isFalse();
        assertThat(store.claim(call("third"), LEASE)).isEqualTo(new Claim.Busy());
    }

    @Test
    void takesASilentHolderForDead() {
        store.claim(call("one"), NOTHING);

        UnknownOutcome outcome = unknown(otherProcess(store).claim(call("other"), LEASE));

        assertThat(outcome.key()).isEqualTo("key");
        assertThat(outcome.holder()).isEqualTo("one");
        assertThat(outcome.tool()).isEqualTo("charge_card");
        assertThat(outcome.runId()).isEqualTo("run-1");
        assertThat(outcome.began()).isNotNull();
        assertThat(unknown(store.claim(call("one"), LEASE))).isEqualTo(outcome);
    }

    @Test
    void holdsACallLongerForWhoSaysSo() {
        store.claim(call("one"), NOTHING);

        assertThat(store.renew("key", "one", LEASE)).isTrue();
        assertThat(store.renew("key", "other", LEASE)).isFalse();
        assertThat(store.renew("no such key", "one", LEASE)).isFalse();
        assertThat(store.claim(call("other"), LEASE)).isEqualTo(new Claim.Busy());
    }

    @Test
    void takesAHolderAtItsWordThatNobodyWillKnow() {
        store.claim(call("one"), LEASE);

        assertThat(store.abandon("key", "other")).isFalse();
        assertThat(store.abandon("key", "one")).isTrue();
        assertThat(store.abandon("key", "one")).isTrue();
        assertThat(unknown(store.claim(call("other"), LEASE)).holder()).isEqualTo("one");
        assertThat(store.renew("key", "one", LEASE)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givesAnUnknownOutcomeToOneOfThoseWhoWantToMakeItAgain(boolean abandoned) {
        store.claim(call("one"), abandoned ? LEASE : NOTHING);
        if (abandoned) {
            store.abandon("key", "one");
        }

        assertThat(store.takeOver(call("other"), "one", LEASE)).isTrue();
        assertThat(store.takeOver(call("other"), "one", LEASE)).isTrue();
        assertThat(otherProcess(store).takeOver(call("third"), "one", LEASE)).isFalse();
        assertThat(store.claim(call("third"), LEASE)).isEqualTo(new Claim.Busy());
    }

    @Test
    void takesNothingFromAHolderThatIsAlive() {
        store.claim(call("one"), LEASE);

        assertThat(store.takeOver(call("other"), "one", LEASE)).isFalse();
        assertThat(store.complete("key", "one", "paid", KEEP)).isTrue();
        assertThat(store.takeOver(call("other"), "one", LEASE)).isFalse();
        assertThat(store.claim(call("other"), LEASE)).isEqualTo(new Claim.Done("paid"));
    }

    @Test
    void listensNoMoreToAHolderWhoseCallWasTakenOver() {
        store.claim(call("one"), NOTHING);
        store.takeOver(call("other"), "one", LEASE);

        assertThat(store.renew("key", "one", LEASE)).isFalse();
        assertThat(store.complete("key", "one", "late", KEEP)).isFalse();
        assertThat(store.abandon("key", "one")).isFalse();
        assertThat(store.release("key", "one")).isFalse();
        assertThat(store.complete("key", "other", "paid", KEEP)).isTrue();
        assertThat(store.claim(call("third"), LEASE)).isEqualTo(new Claim.Done("paid"));
    }

    @Test
    void listensNoMoreToAHolderWhoseCallWasReleasedAndBegunAnew() {
        store.claim(call("one"), NOTHING);
        store.release("key", "one");
        store.claim(call("other"), LEASE);

        assertThat(store.complete("key", "one", "late", KEEP)).isFalse();
        assertThat(store.claim(call("third"), LEASE)).isEqualTo(new Claim.Busy());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void believesALateHolderAsLongAsNobodyActed(boolean abandoned) {
        store.claim(call("one"), NOTHING);
        if (abandoned) {
            store.abandon("key", "one");
        }

        assertThat(store.complete("key", "one", "paid", KEEP)).isTrue();
        assertThat(store.claim(call("other"), LEASE)).isEqualTo(new Claim.Done("paid"));
    }

    @Test
    void refusesAKeyWithOtherArguments() {
        ToolCallMark other = new ToolCallMark("key", "other", "other arguments", "charge_card", "run-1");
        store.claim(call("one"), NOTHING);

        assertThat(store.claim(other, LEASE)).isEqualTo(new Claim.Conflict());
        store.renew("key", "one", LEASE);
        assertThat(store.claim(other, LEASE)).isEqualTo(new Claim.Conflict());
        store.complete("key", "one", "paid", KEEP);
        assertThat(store.claim(other, LEASE)).isEqualTo(new Claim.Conflict());
    }

    @Test
    void listsWhatNobodyKnows() {
        store.claim(call("a", "one"), NOTHING);
        store.claim(call("b", "one"), LEASE);
        store.claim(call("c", "one"), LEASE);
        store.complete("c", "one", "paid", KEEP);
        store.claim(call("d", "one"), LEASE);
        store.abandon("d", "one");

        assertThat(store.counts()).isEqualTo(new IdempotencyCounts(1, 1, 2));
        assertThat(store.unknown(10)).extracting(UnknownOutcome::key).containsExactlyInAnyOrder("a", "d");
        assertThat(store.unknown(1)).hasSize(1);
        assertThat(store.findUnknown("a")).isEqualTo(unknown(store.claim(call("a", "x"), LEASE)));
        assertThat(store.findUnknown("b")).isNull();
        assertThat(store.findUnknown("no such key")).isNull();
    }

    static List<String> results() {
        return List.of(
                "",
                "null",
                "plain",
                "a\u0000b",
                "half a pair \uD83D",
                "\uDE00 the other half first",
                "\uD83D\uDE00",
                "\uFEFF\uFFFE\uFFFF",
                "'; DROP TABLE agentkit_idempotency; --",
                "x".repeat(10_000_000),
                "\uD83D".repeat(1_000_000));
    }

    @ParameterizedTest
    @MethodSource("results")
    void givesEveryTextBackAsItWas(String result) {
        store.claim(call("one"), LEASE);
        store.complete("key", "one", result, KEEP);

        Claim claim = store.claim(call("other"), LEASE);

        assertThat(claim.equals(new Claim.Done(result))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\u0000b", "half \uD83D", "long"})
    void takesEveryNameOfARunAndATool(String name) {
        String text = name.equals("long") ? "x".repeat(1_000) : name;

        store.claim(new ToolCallMark("key", "one", "arguments", text, text), NOTHING);

        assertThat(store.unknown(1)).hasSize(1);
    }

    /** Runs all at once and gives back what came of each. */
    private static <T> List<T> atOnce(List<Callable<T>> tasks) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        try {
            CountDownLatch ready = new CountDownLatch(tasks.size());
            List<Future<T>> futures = new ArrayList<>();
            for (Callable<T> task : tasks) {
                futures.add(threads.submit(() -> {
                    ready.countDown();
                    ready.await();
                    return task.call();
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    @Test // TC-500
    void givesACallToOneOfManyWhoComeAtOnce() throws Exception {
        List<Callable<Claim>> claims = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            IdempotencyStore seen = i % 2 == 0 ? store : otherProcess(store);
            String holder = "holder-" + i;
            claims.add(() -> seen.claim(call(holder), LEASE));
        }

        List<Claim> answers = atOnce(claims);

        assertThat(answers).filteredOn(new Claim.Held()::equals).hasSize(1);
        assertThat(answers).filteredOn(new Claim.Busy()::equals).hasSize(THREADS - 1);
    }

    @Test
    void givesAnUnknownOutcomeToOneOfManyWhoComeAtOnce() throws Exception {
        store.claim(call("dead"), NOTHING);
        List<Callable<Boolean>> takeOvers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            IdempotencyStore seen = i % 2 == 0 ? store : otherProcess(store);
            String holder = "holder-" + i;
            takeOvers.add(() -> seen.takeOver(call(holder), "dead", LEASE));
        }

        assertThat(atOnce(takeOvers)).filteredOn(Boolean::booleanValue).hasSize(1);
    }

    @Test
    void letsOneOfTheLateHolderAndTheOneThatTakesOverWin() throws Exception {
        for (int i = 0; i < 20; i++) {
            String key = "key-" + i;
            store.claim(call(key, "one"), NOTHING);

            List<Boolean> won = atOnce(List.of(
                    () -> store.complete(key, "one", "late", KEEP),
                    () -> otherProcess(store).takeOver(call(key, "other"), "one", LEASE)));

            assertThat(won).as(key).containsExactlyInAnyOrder(true, false);
        }
    }
}
