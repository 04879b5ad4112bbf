package io.agentkit.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.CallSettings;
import io.agentkit.ChatMiddleware;
import io.agentkit.Run;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.test.ChainHarness;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RateKeysTests {

    private static final RateLimiterSpec ONE_AN_HOUR = RateLimiterSpec.requests(Duration.ofHours(1), 1);

    private final ChainHarness harness = ChainHarness.create();

    @BeforeEach
    void answers() {
        harness.model.always(attempt -> ChatReply.of("hello"));
    }

    private void limit(String... per) {
        RateLimitSpec spec = RateLimitSpec.of(ONE_AN_HOUR.withPer(per));
        harness.add("rate-limit", spec.chatMiddleware(harness.resources()));
    }

    private void ask(String tenant, String user) {
        Run run = Run.create(harness.environment(), spec -> spec.tenant(tenant).user(user));
        harness.chatHandler().call(ChatRequest.user("hi"), CallSettings.DEFAULTS.withRun(run));
    }

    private void askModel(String model) {
        harness.chatHandler().call(ChatRequest.user("hi").withModel(model));
    }

    @Test
    void keepsTenantsApart() {
        limit("tenant");
        ask("acme", "ann");

        ask("other", "ann");

        assertThatThrownBy(() -> ask("acme", "bob"))
                .isInstanceOfSatisfying(
                        RateLimitedException.class,
                        refusal -> assertThat(refusal.key()).isEqualTo("acme"));
    }

    @Test
    void keepsRunsApartAndThoseInsideOneTogether() {
        limit("run");
        Run outer = Run.create(harness.environment(), spec -> spec.id("outer"));
        ask(outer);

        ask(Run.create(harness.environment(), spec -> spec.id("other")));

        assertThatThrownBy(() -> ask(Run.create(outer.frame(), harness.environment(), spec -> {})))
                .isInstanceOfSatisfying(
                        RateLimitedException.class,
                        refusal -> assertThat(refusal.key()).isEqualTo("outer"));
    }

    private void ask(Run run) {
        harness.chatHandler().call(ChatRequest.user("hi"), CallSettings.DEFAULTS.withRun(run));
    }

    @Test
    void keepsUsersOfOneTenantApart() {
        limit("tenant", "user");
        ask("acme", "ann");
        ask("acme", "bob");

        ask("acme/ann", "");

        assertThatThrownBy(() -> ask("acme", "ann"))
                .isInstanceOfSatisfying(
                        RateLimitedException.class,
                        refusal -> assertThat(refusal.key()).isEqualTo("acme/ann"));
    }

    @Test // RL-07
    void keepsModelsApart() {
        limit("model");
        askModel("one");

        askModel("two");

        assertThatThrownBy(() -> askModel("one")).isInstanceOf(RateLimitedException.class);
    }

    @Test
    void hasOneKeyForCallsWithoutAValue() {
        limit("tenant");
        harness.chat("hi");

        assertThatThrownBy(() -> harness.chat("hi"))
                .isInstanceOfSatisfying(
                        RateLimitedException.class,
                        refusal -> assertThat(refusal.key()).isEqualTo("(none)"));
    }

    @Test
    void forgetsKeysThatNobodyUses() {
        RateLimiter limiter = RateLimiter.of("small", ONE_AN_HOUR.withPer("tenant"), harness.time, 100);
        limit(limiter);
        for (int i = 0; i < 100; i++) {
            ask("tenant-" + i, "ann");
        }
        harness.time.advance(Duration.ofHours(2));

        ask("another", "ann");

        assertThat(limiter.keys()).isEqualTo(1);
    }

    @Test
    void hasKeysForWhichThereIsNoRoomShareOne() {
        RateLimiter limiter = RateLimiter.of("small", ONE_AN_HOUR.withPer("tenant"), harness.time, 2);
        limit(limiter);
        ask("one", "ann");
        ask("two", "ann");
        ask("three", "ann");

        assertThatThrownBy(() -> ask("four", "ann"))
                .isInstanceOfSatisfying(
                        RateLimitedException.class,
                        refusal -> assertThat(refusal.key()).isEqualTo("(other)"));
        assertThat(limiter.keys()).isEqualTo(2);
    }

    private void limit(RateLimiter limiter) {
        harness.add("rate-limit", ChatMiddleware.of(new RateLimitHook(RateLimitSpec.of(limiter.spec()), limiter)));
    }

    @Test
    void showsTheKeysThatAreNotIdle() {
        RateLimiters limiters = RateLimiters.of(Map.of(), harness.time);
        RateLimitSpec spec = RateLimitSpec.of(
                RateLimiterSpec.requests(Duration.ofHours(1), 5).withPer("tenant"));
        harness.add("rate-limit", spec.chatMiddleware(harness.resources(limiters)));
        ask("acme", "ann");
        ask("other", "bob");
        ask("other", "bob");

        RateLimiterStatus status = limiters.all().get(0).status();

        assertThat(status.name()).isEqualTo("chat");
        assertThat(status.waiting()).isZero();
        assertThat(status.keys())
                .containsExactly(
                        new RateLimiterStatus.Key("acme", 0, 4L, null, null),
                        new RateLimiterStatus.Key("other", 0, 3L, null, null));
    }
}
