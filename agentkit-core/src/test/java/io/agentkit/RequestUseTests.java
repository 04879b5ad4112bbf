package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Usage;
import io.agentkit.test.ChainHarness;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Hooks are told what each request that counts was good for, once, when its call is over. */
class RequestUseTests {

    private final List<String> told = new ArrayList<>();

    private final ChatMiddleware noting = ChatMiddleware.of(new Noting());

    private final ChainHarness harness = ChainHarness.create();

    private final class Noting implements RequestHook {

        @Override
        public void after(Attempt<?> attempt, Outcome outcome) {
            told.add("after " + attempt.number());
        }

        @Override
        public void used(Attempt<?> attempt, Outcome outcome, Use use) {
            told.add(attempt.number() + " " + use);
        }

        @Override
        public void answeredElsewhere(Call<?> call, Object answer) {
            told.add("elsewhere");
        }
    }

    @Test
    void tellsAfterTheLastMiddlewareHasReturned() {
        harness.add("outer", (call, next) -> {
                    ChatReply reply = next.call(call);
                    told.add("returned");
                    return reply;
                })
                .add("noting", noting);
        harness.model.reply("hello");

        harness.chat("hi");

        assertThat(told).containsExactly("after 1", "returned", "1 ANSWER");
    }

    @Test
    void tellsNothingOfARequestThatCountsAsNothing() {
        harness.add("noting", noting).model.fail(new AgentKitException(ErrorKind.RATE_LIMITED, "429"));

        assertThatExceptionOfType(AgentKitException.class).isThrownBy(() -> harness.chat("hi"));

        assertThat(told).containsExactly("after 1");
    }

    @Test
    void tellsOfAnAnswerThatNoRequestGave() {
        harness.add(
                        "cache",
                        (call, next) -> ChatReply.of("known", Usage.NONE)
                                .mutate()
                                .cacheStatus(CacheStatus.HIT)
                                .build())
                .add("noting", noting);

        harness.chat("hi");

        assertThat(told).containsExactly("elsewhere");
    }

    @Test
    void tellsAHookWhoseMiddlewareStandsInsideAnother() {
        harness.add(
                "wrapping",
                (call, next) -> noting.handle(call, inner -> {
                    ChatReply first = next.call(inner);
                    return first.text().isEmpty() ? ChatReply.of("instead", Usage.NONE) : first;
                }));
        harness.model.reply("hello");

        harness.chat("hi");

        assertThat(told).containsExactly("after 1", "1 ANSWER");
    }

    @Test
    void tellsAHookInsideAnotherMiddlewareOfAnAnswerThatNoRequestGave() {
        harness.add("wrapping", (call, next) -> noting.handle(call, inner -> ChatReply.of("known", Usage.NONE)));

        harness.chat("hi");

        assertThat(told).containsExactly("elsewhere");
    }

    @Test
    void returnsTheAnswerWhenAHookFails() {
        harness.add("failing", ChatMiddleware.of(new RequestHook() {
                    @Override
                    public void used(Attempt<?> attempt, Outcome outcome, Use use) {
                        throw new IllegalStateException("broken");
                    }

                    @Override
                    public void answeredElsewhere(Call<?> call, Object answer) {
                        throw new IllegalStateException("broken");
                    }
                }))
                .add("noting", noting);
        harness.model.reply("hello");

        assertThat(harness.chat("hi").text()).isEqualTo("hello");
        assertThat(told).containsExactly("after 1", "1 ANSWER");
    }
}
