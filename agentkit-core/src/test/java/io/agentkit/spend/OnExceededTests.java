package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.agentkit.CallSettings;
import io.agentkit.StreamMode;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.price.PriceBook;
import io.agentkit.price.Rates;
import io.agentkit.test.RecordedStream;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OnExceededTests {

    private static final String ALL = "(all)";

    @Test // TC-428, TC-443
    void endsAConversationInOrder() {
        Metered metered = with(finishing("0.01")).replies(1);
        metered.chat(Priced.request(10));

        ChatReply last = metered.chat(Priced.request(10));

        assertThat(last.text()).isEqualTo("Ask again tomorrow.");
        assertThat(last.finishReason()).isEqualTo(FinishReason.BUDGET);
        assertThat(last.message().toolCalls()).isEmpty();
        assertThat(last.usage()).isEqualTo(Usage.NONE);
        assertThat(metered.harness.model.calls()).isEqualTo(1);
        assertThat(metered.spent("b", ALL)).isEqualTo(Money.usd("0.01"));
        assertThat(metered.harness.events.of(BudgetExceeded.class)).hasSize(1);
    }

    @Test
    void doesNotSayThatABudgetIsUsedUpWhereARequestCannotBeJudged() {
        Metered metered = new Metered()
                .and("b", finishing("1"))
                .and(
                        "searches",
                        BudgetSpec.builder("tenant", Priced.calls(1))
                                .tools("search")
                                .whenMissing(WhenMissing.REFUSE)
                                .finishWith("No more searches.")
                                .build())
                .build();

        assertThatExceptionOfType(BudgetExceededException.class)
                .isThrownBy(() -> metered.chat(Priced.request("unheard of", 10)))
                .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo(RefusalReason.UNKNOWN_PRICE));
        assertThatExceptionOfType(BudgetExceededException.class)
                .isThrownBy(() -> call(metered))
                .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo(RefusalReason.MISSING_SCOPE));
    }

    @Test
    void showsTheLastWordToAStreamingConsumer() {
        Metered metered = with(finishing("0")).build();
        RecordedStream stream = new RecordedStream();

        metered.harness
                .chatHandler()
                .call(Priced.request(10), CallSettings.DEFAULTS.streamingTo(stream, StreamMode.COMMIT));

        assertThat(stream.text()).isEqualTo("Ask again tomorrow.");
    }

    @Test
    void tellsTheModelThatAToolIsNotCalledAnyMore() {
        Metered metered = new Metered()
                .and(
                        "searches",
                        BudgetSpec.builder("global", Priced.calls(1))
                                .tools("search")
                                .finishWith("No more searches.")
                                .build())
                .build();
        metered.harness.tool.result("found");

        assertThat(call(metered).text()).isEqualTo("found");
        assertThat(call(metered).text()).isEqualTo("No more searches.");
        assertThat(metered.harness.tool.calls()).isEqualTo(1);
    }

    @Test
    void letsPassWhatItOnlyWarnsOf() {
        Metered metered = with(BudgetSpec.builder("global", Priced.usd("0.01"))
                        .onExceeded(OnExceeded.WARN)
                        .build())
                .replies(1, 1);

        metered.chat(Priced.request(10));
        metered.chat(Priced.request(10));

        assertThat(metered.spent("b", ALL)).isEqualTo(Money.usd("0.02"));
        assertThat(metered.status("b", ALL).exceeded()).isTrue();
        assertThat(metered.harness.events.of(BudgetThresholdReached.class))
                .extracting(BudgetThresholdReached::percent)
                .containsExactly(100);
    }

    @Test
    void goesOnWithACheaperModel() {
        Metered metered = degrading("0.02").replies(1, 0);
        metered.chat(Priced.request(10));

        ChatReply reply = metered.chat(Priced.request(1_500));

        assertThat(reply.text()).isEqualTo("hello");
        assertThat(metered.harness.model.requests().get(1).model()).isEqualTo("cheap");
        assertThat(metered.harness.events.of(BudgetDegraded.class))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.from()).isEqualTo(Priced.MODEL);
                    assertThat(event.to()).isEqualTo("cheap");
                    assertThat(event.name()).isEqualTo("budget.degraded");
                });
    }

    @Test
    void refusesWhenTheCheaperModelDoesNotFitEither() {
        Metered metered = degrading("0");

        assertThatExceptionOfType(BudgetExceededException.class).isThrownBy(() -> metered.chat(Priced.request(10)));

        assertThat(metered.harness.model.calls()).isZero();
        assertThat(metered.status("b", ALL).refusals()).isEqualTo(2);
    }

    @Test
    void needsAModelToGoOnWith() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BudgetSpec.builder("run", Priced.usd("1"))
                        .onExceeded(OnExceeded.DEGRADE)
                        .build())
                .withMessage("'degradeTo' must be set for 'onExceeded: degrade': the cheaper model");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BudgetSpec.builder("run", Priced.usd("1"))
                        .degradeTo("cheap")
                        .onExceeded(OnExceeded.FINISH)
                        .build())
                .withMessage("'degradeTo' must not be set without 'onExceeded: degrade'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BudgetSpec.builder("run", Priced.calls(1))
                        .tools("x")
                        .degradeTo("cheap")
                        .build())
                .withMessage("'onExceeded' must not be degrade beside 'tools': they have no model");
    }

    private static ToolResult call(Metered metered) {
        return metered.harness.toolHandler().call(ToolRequest.of(ToolFacts.unknown("search"), "{}"));
    }

    private static BudgetSpec finishing(String usd) {
        return BudgetSpec.builder("global", Priced.usd(usd))
                .finishWith("Ask again tomorrow.")
                .build();
    }

    private static Metered with(BudgetSpec spec) {
        return new Metered().and("b", spec).build();
    }

    private static Metered degrading(String usd) {
        Metered metered = new Metered()
                .and(
                        "b",
                        BudgetSpec.builder("global", Priced.usd(usd))
                                .degradeTo("cheap")
                                .build());
        metered.harness.pricing(
                PriceBook.of(Map.of(Priced.MODEL, Rates.usd("10", "10"), "cheap", Rates.usd("1", "1"))));
        return metered.build();
    }
}
