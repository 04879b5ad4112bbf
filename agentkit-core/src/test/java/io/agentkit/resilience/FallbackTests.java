package io.agentkit.resilience;

import static io.agentkit.ErrorKind.BUDGET_EXCEEDED;
import static io.agentkit.ErrorKind.CIRCUIT_OPEN;
import static io.agentkit.ErrorKind.CONTENT_FILTERED;
import static io.agentkit.ErrorKind.CONTEXT_LENGTH;
import static io.agentkit.ErrorKind.INVALID_REQUEST;
import static io.agentkit.ErrorKind.OVERLOADED;
import static io.agentkit.ErrorKind.TIMEOUT;
import static io.agentkit.ErrorKind.UNAUTHORIZED;
import static io.agentkit.ErrorKind.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.Endpoint;
import io.agentkit.ErrorKind;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.chat.ChatOptions;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Media;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolDescription;
import io.agentkit.chat.ToolOutput;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.money.Pricing;
import io.agentkit.spec.Resources;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.ScriptedModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FallbackTests {

    private final ChainHarness harness = ChainHarness.create();
    private final ScriptedModel other = new ScriptedModel();

    /** Models a and b behind the chain's own end, and another end. */
    private void chain(FallbackSpec spec) {
        harness.add("fallback", spec.chatMiddleware(resources(Map.of())));
    }

    private Resources resources(Map<String, Object> more) {
        Map<String, Object> named = new LinkedHashMap<>(more);
        named.put("other", elsewhere(other));
        return Resources.of(harness.environment(), named);
    }

    private static Endpoint<ChatRequest, ChatReply> elsewhere(ScriptedModel model) {
        return new Endpoint<>() {
            @Override
            public ChatReply send(Attempt<ChatRequest> attempt) {
                return model.send(attempt);
            }

            @Override
            public String provider() {
                return "mistral_ai";
            }
        };
    }

    private List<String> asked() {
        return harness.model.requests().stream().map(ChatRequest::model).toList();
    }

    @Test // TC-060
    void asksTheNextModelWhenOneFails() {
        chain(FallbackSpec.of("a", "b"));
        harness.model.fail(Failures.of(TIMEOUT)).reply("hello");

        ChatReply reply = harness.chat("hi");

        assertThat(reply.text()).isEqualTo("hello");
        assertThat(reply.model()).isEqualTo("b");
        assertThat(asked()).containsExactly("a", "b");
        assertThat(harness.events.of(FallbackTaken.class)).singleElement().satisfies(taken -> {
            assertThat(taken.from()).isEqualTo("a");
            assertThat(taken.to()).isEqualTo("b");
            assertThat(taken.failure().kind()).isEqualTo(TIMEOUT);
        });
    }

    @Test
    void asksTheFirstModelWhateverTheRequestNames() {
        chain(FallbackSpec.of("a", "b"));
        harness.model.reply("hello");

        harness.chatHandler().call(ChatRequest.user("hi").withModel("c"));

        assertThat(asked()).containsExactly("a");
        assertThat(harness.events.of(FallbackTaken.class)).isEmpty();
    }

    @ParameterizedTest // TC-061
    @EnumSource(names = {"INVALID_REQUEST", "CONTENT_FILTERED", "BLOCKED", "BUDGET_EXCEEDED", "OUTPUT_TRUNCATED"})
    void doesNotFallBackForWhatAnotherModelCannotHelp(ErrorKind kind) {
        chain(FallbackSpec.of("a", "b"));
        AgentKitException failure = Failures.of(kind);
        harness.model.fail(failure);

        assertThatThrownBy(() -> harness.chat("hi")).isSameAs(failure).hasNoSuppressedExceptions();
        assertThat(asked()).containsExactly("a");
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "RATE_LIMITED",
                "OVERLOADED",
                "UNAVAILABLE",
                "NETWORK",
                "TIMEOUT",
                "STREAM_PROTOCOL",
                "CIRCUIT_OPEN",
                "QUOTA_EXHAUSTED",
                "UNKNOWN"
            })
    void fallsBackForWhatIsTheModelsOwnTrouble(ErrorKind kind) {
        chain(FallbackSpec.of("a", "b"));
        harness.model.fail(Failures.of(kind)).reply("hello");

        assertThat(harness.chat("hi").model()).isEqualTo("b");
    }

    @Test // FB-11
    void asksTheNextProviderWhenTheAccountOfOneIsBad() {
        chain(FallbackSpec.of("a", "other:large"));
        harness.model.fail(Failures.status(UNAUTHORIZED, 401));
        other.reply("hello");

        assertThat(harness.chat("hi").model()).isEqualTo("large");
        assertThat(harness.events.of(FallbackTaken.class))
                .extracting(taken -> taken.failure().kind())
                .containsExactly(UNAUTHORIZED);
    }

    @ParameterizedTest // FB-12
    @ValueSource(ints = {404, 410})
    void asksTheNextModelWhenOneIsNoLongerServed(int status) {
        chain(FallbackSpec.of("a", "b"));
        harness.model.fail(Failures.status(INVALID_REQUEST, status)).reply("hello");

        assertThat(harness.chat("hi").model()).isEqualTo("b");
    }

    @Test
    void letsAPredicateDecide() {
        Predicate<Throwable> filtered = error -> ((AgentKitException) error).kind() == CONTENT_FILTERED;
        harness.add(
                "fallback",
                FallbackSpec.of("a", "b").withFallbackIf("mine").chatMiddleware(resources(Map.of("mine", filtered))));
        harness.model.fail(Failures.of(CONTENT_FILTERED)).reply("hello").fail(Failures.of(OVERLOADED));

        assertThat(harness.chat("hi").model()).isEqualTo("b");
        assertThatThrownBy(() -> harness.chat("hi")).hasMessage("scripted");
    }

    @Test
    void tellsOfTheFirstFailureWhenAllFailed() {
        chain(FallbackSpec.of("a", "b", "c"));
        AgentKitException first = Failures.rateLimited(Duration.ofSeconds(7));
        AgentKitException second = Failures.of(UNAVAILABLE);
        AgentKitException third = Failures.of(OVERLOADED);
        harness.model.fail(first).fail(second).fail(third);

        AllModelsFailedException all = catchThrowableOfType(AllModelsFailedException.class, () -> harness.chat("hi"));

        assertThat(all.failure()).isEqualTo(first.failure());
        assertThat(all)
                .hasCause(first)
                .hasMessage("3 models failed: 'a' (rate limited), 'b' (unavailable), 'c' (overloaded)");
        assertThat(all.getSuppressed()).containsExactly(second, third);
        assertThat(all.models()).containsExactly("a", "b", "c");
        assertThat(harness.events.names()).contains("fallback.exhausted");
    }

    @Test // FB-10
    void doesNotMaskTheFirstFailureWithARefusalOfTheNextModel() {
        chain(FallbackSpec.of("a", "b", "c"));
        harness.model.fail(Failures.of(OVERLOADED)).fail(Failures.of(INVALID_REQUEST));

        AllModelsFailedException all = catchThrowableOfType(AllModelsFailedException.class, () -> harness.chat("hi"));

        assertThat(all.kind()).isEqualTo(OVERLOADED);
        assertThat(asked()).containsExactly("a", "b");
    }

    @Test // FB-10
    void sendsNoBeginOfAnAnswerToAModelThatDoesNotGoOnWithIt() {
        chain(FallbackSpec.of("a", "b", "c")
                .withTarget("c", FallbackTarget.defaults().withPrefill(true)));
        harness.model.fail(Failures.of(OVERLOADED)).reply("hello");

        ChatReply reply = harness.chatHandler()
                .call(ChatRequest.builder()
                        .messages(List.of(Message.user("hi"), Message.assistant("{")))
                        .build());

        assertThat(reply.model()).isEqualTo("c");
        assertThat(asked()).containsExactly("a", "c");
    }

    @Test
    void letsABudgetsRefusalOfTheNextModelOut() {
        chain(FallbackSpec.of("a", "b"));
        AgentKitException first = Failures.of(OVERLOADED);
        AgentKitException refusal = Failures.of(BUDGET_EXCEEDED);
        harness.model.fail(first).fail(refusal);

        assertThatThrownBy(() -> harness.chat("hi")).isSameAs(refusal).hasSuppressedException(first);
    }

    @Test
    void endsWithACancellation() {
        chain(FallbackSpec.of("a", "b"));
        Cancellation cancellation = Cancellation.create();
        harness.model.run(attempt -> {
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw Failures.of(UNAVAILABLE);
        });

        assertThatThrownBy(() -> harness.chatHandler()
                        .call(ChatRequest.user("hi"), CallSettings.DEFAULTS.withCancellation(cancellation)))
                .isInstanceOf(CancelledException.class);
        assertThat(asked()).containsExactly("a");
    }

    @Test // TC-062
    void leavesAModelAloneWhoseCircuitIsOpen() {
        chain(FallbackSpec.of("a", "b").withBreaker(new BreakerSpec(true, 2, Duration.ofSeconds(15))));
        harness.model
                .fail(Failures.of(UNAVAILABLE))
                .reply("1")
                .fail(Failures.of(UNAVAILABLE))
                .reply("2");
        harness.chat("hi");
        harness.chat("hi");
        harness.model.reply("3");

        assertThat(harness.chat("hi").text()).isEqualTo("3");
        assertThat(asked()).containsExactly("a", "b", "a", "b", "b");
    }

    @Test
    void goesBackToTheFirstModelOnceOneRequestHasFoundItWell() {
        chain(FallbackSpec.of("a", "b").withBreaker(new BreakerSpec(true, 1, Duration.ofSeconds(15))));
        harness.model.fail(Failures.of(UNAVAILABLE)).reply("1").reply("2");
        harness.chat("hi");
        harness.time.advance(Duration.ofSeconds(15));

        assertThat(harness.chat("hi").model()).isEqualTo("a");
        assertThat(asked()).containsExactly("a", "b", "a");
    }

    @Test // TC-063
    void saysSoWhenAllCircuitsAreOpen() {
        chain(FallbackSpec.of("a", "b").withBreaker(new BreakerSpec(true, 1, Duration.ofSeconds(15))));
        harness.model.fail(Failures.of(UNAVAILABLE)).fail(Failures.of(UNAVAILABLE));
        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(AllModelsFailedException.class);

        AllModelsFailedException all = catchThrowableOfType(AllModelsFailedException.class, () -> harness.chat("hi"));

        assertThat(all.kind()).isEqualTo(CIRCUIT_OPEN);
        assertThat(all.failure().retryAfter()).isEqualTo(Duration.ofSeconds(15));
        assertThat(all).hasCauseInstanceOf(CircuitOpenException.class);
        assertThat(harness.model.calls()).isEqualTo(2);
    }

    @Test
    void countsModelsForThemselvesBesideARetryInside() {
        Breakers breakers = new Breakers(harness.time);
        BreakerSpec once = new BreakerSpec(true, 1, Duration.ofSeconds(15));
        Resources shared = harness.resources(breakers);
        harness.add("fallback", FallbackSpec.of("a", "b").withBreaker(once).chatMiddleware(shared));
        harness.add(
                "retry",
                RetrySpec.defaults().withMaxAttempts(1).withBreaker(once).chatMiddleware(shared));
        harness.model.fail(Failures.of(UNAVAILABLE)).reply("1").reply("2");

        harness.chat("hi");
        harness.time.advance(Duration.ofSeconds(15));

        assertThat(harness.chat("hi").model()).isEqualTo("a");
        assertThat(breakers.all())
                .extracting(BreakerStatus::target)
                .containsExactly("a", "a (fallback)", "b", "b (fallback)");
    }

    @Test
    void retriesEachModelInTurnInsideOfIt() {
        chain(FallbackSpec.of("a", "b"));
        harness.add("retry", RetrySpec.defaults().withMaxAttempts(2).chatMiddleware(harness.resources()));
        for (int i = 0; i < 3; i++) {
            harness.model.fail(Failures.of(OVERLOADED));
        }
        harness.model.reply("hello");

        harness.chat("hi");

        assertThat(asked()).containsExactly("a", "a", "b", "b");
    }

    @Test
    void skipsModelsThatLackWhatTheRequestNeeds() {
        chain(FallbackSpec.of("a", "no-tools", "no-images", "no-schema", "z")
                .withTarget("no-tools", FallbackTarget.defaults().withTools(false))
                .withTarget("no-images", FallbackTarget.defaults().withImages(false))
                .withTarget("no-schema", FallbackTarget.defaults().withOutputSchema(false)));
        harness.model.fail(Failures.of(OVERLOADED)).fail(Failures.of(OVERLOADED));

        Throwable error = catchThrowable(() -> harness.chatHandler()
                .call(ChatRequest.builder()
                        .messages(List.of(Message.user("hi", List.of(new Media("image/png", new byte[1])))))
                        .tools(List.of(new ToolDescription("t", "", "{}")))
                        .outputSchema("{}")
                        .build()));

        assertThat(asked()).containsExactly("a", "z");
        assertThat(error)
                .hasMessage(
                        "2 models failed: 'a' (overloaded), 'z' (overloaded); not asked: 'no-tools' cannot call tools,"
                                + " 'no-images' cannot read images and other media, 'no-schema' cannot keep to a schema");
    }

    @Test
    void leavesTheOnlyFailureAsItCameAndSaysWhoWasNotAsked() {
        chain(FallbackSpec.of("a", "b")
                .withTarget("b", FallbackTarget.defaults().withContextWindow(1)));
        AgentKitException failure = Failures.of(OVERLOADED);
        harness.model.fail(failure);

        assertThatThrownBy(() -> harness.chat("hi")).isSameAs(failure);
        assertThat(failure.getSuppressed())
                .extracting(Throwable::getMessage)
                .containsExactly("No other model of the fallback was asked: 'b' has too small a window");
    }

    @Test // FB-06, FB-07, FB-08
    void answersAPromptThatIsTooLongWithALargerWindowOnly() {
        chain(FallbackSpec.of("a", "unknown", "smaller", "larger")
                .withTarget("a", FallbackTarget.defaults().withContextWindow(2_000))
                .withTarget("smaller", FallbackTarget.defaults().withContextWindow(1_000))
                .withTarget("larger", FallbackTarget.defaults().withContextWindow(4_000)));
        harness.model.fail(Failures.of(CONTEXT_LENGTH)).reply("hello");

        assertThat(harness.chat("hi").model()).isEqualTo("larger");
        assertThat(asked()).containsExactly("a", "larger");
    }

    @Test
    void doesNotSendAPromptWhereItIsKnownNotToFit() {
        chain(FallbackSpec.of("a", "b")
                .withTarget("a", FallbackTarget.defaults().withContextWindow(100))
                .withTarget("b", FallbackTarget.defaults().withContextWindow(4_000)));
        harness.model.reply("hello").fail(Failures.of(CONTEXT_LENGTH));

        assertThat(harness.chat("word ".repeat(500)).model()).isEqualTo("b");
        // The largest decides by itself: an estimate is no proof.
        assertThatThrownBy(() -> harness.chat("word ".repeat(5_000))).isInstanceOf(AgentKitException.class);
        assertThat(asked()).containsExactly("b", "b");
    }

    @Test // FB-08
    void lowersTheLongestAnswerToWhatTheModelCanGive() {
        chain(FallbackSpec.of("a", "b")
                .withTarget("b", FallbackTarget.defaults().withMaxOutputTokens(100)));
        harness.model.fail(Failures.of(OVERLOADED)).reply("hello");

        harness.chatHandler()
                .call(ChatRequest.user("hi").withOptions(ChatOptions.DEFAULTS.withMaxOutputTokens(32_768)));

        assertThat(harness.model.requests())
                .extracting(ChatRequest::maxOutputTokens)
                .containsExactly(32_768, 100);
    }

    @Test
    void showsHooksAndPricesTheModelAndTheProviderThatIsAsked() {
        List<String> hooked = new ArrayList<>();
        RequestHook hook = new RequestHook() {
            @Override
            public void reserve(Attempt<?> attempt) {
                hooked.add(attempt.provider() + "/" + ((ChatRequest) attempt.request()).model());
            }

            @Override
            public void after(Attempt<?> attempt, Outcome outcome) {
                hooked.add(String.valueOf(outcome.usd()));
            }
        };
        harness.pricing(new Pricing() {
            @Override
            public Money price(String model, Usage usage) {
                return null;
            }

            @Override
            public Money price(String provider, String model, Usage usage) {
                return "mistral_ai".equals(provider) && model.equals("large") ? Money.usd("0.5") : null;
            }
        });
        harness.add("hooked", (call, next) -> next.call(call.withHook(hook)));
        chain(FallbackSpec.of("a", "other:large"));
        harness.model.fail(Failures.of(OVERLOADED));
        other.reply("hello");

        harness.chat("hi");

        assertThat(hooked).containsExactly("null/a", "null", "mistral_ai/large", "0.5");
    }

    @Test
    void leavesAnEndOfItsOwnToItsOwnModel() {
        chain(FallbackSpec.of("other"));
        other.reply("hello");

        harness.chatHandler().call(ChatRequest.user("hi").withModel("a"));

        assertThat(other.requests()).singleElement().satisfies(request -> {
            assertThat(request.model()).isNull();
            assertThat(request.isPortable()).isTrue();
        });
    }

    @Test
    void givesToolCallsIdentifiersThatTheOtherProviderTakes() {
        chain(FallbackSpec.of("other"));
        other.reply("hello");

        harness.chatHandler()
                .call(ChatRequest.builder()
                        .messages(List.of(
                                Message.user("hi"),
                                Message.assistant("", List.of(new ToolCall("toolu_01", "add", "{}"))),
                                Message.tool(new ToolOutput("toolu_01", "add", "3"))))
                        .build());

        List<Message> sent = other.requests().get(0).messages();
        String id = sent.get(1).toolCalls().get(0).id();
        assertThat(id).matches("[a-z0-9]{9}");
        assertThat(sent.get(2).toolOutputs().get(0).callId()).isEqualTo(id);
    }

    @Test
    void givesTheResultsOfToolsToTheModelThatAskedForThem() {
        chain(FallbackSpec.of("a", "b"));
        ChatReply asks = ChatReply.builder()
                .message(Message.assistant("", List.of(new ToolCall("call-1", "add", "{}"))))
                .usage(ScriptedModel.usage())
                .build();
        harness.model.fail(Failures.of(OVERLOADED)).reply(asks).reply("three").reply("again");
        harness.chat("1+2?");

        harness.chatHandler()
                .call(ChatRequest.builder()
                        .messages(List.of(
                                Message.user("1+2?"),
                                asks.message(),
                                Message.tool(new ToolOutput("call-1", "add", "3"))))
                        .build());
        harness.chat("hi");

        assertThat(asked()).containsExactly("a", "b", "b", "a");
    }
}
