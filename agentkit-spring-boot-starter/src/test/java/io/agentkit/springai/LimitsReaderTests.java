package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.Attempt;
import io.agentkit.ChatMiddleware;
import io.agentkit.Outcome;
import io.agentkit.ProviderLimits;
import io.agentkit.RequestHook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.ai.anthropic.metadata.AnthropicRateLimit;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.EmptyRateLimit;
import org.springframework.ai.chat.metadata.RateLimit;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;

class LimitsReaderTests {

    private static final RateLimit ANTHROPICS = new AnthropicRateLimit(
            50L, 3L, Duration.ofSeconds(20), 1_000L, 7L, Duration.ofSeconds(30), null, null, null, null, null, null);

    private final List<@Nullable ProviderLimits> told = new ArrayList<>();

    private final ChatMiddleware listening = ChatMiddleware.of(new RequestHook() {
        @Override
        public void after(Attempt<?> attempt, Outcome outcome) {
            told.add(outcome.limits());
        }
    });

    private static ChatResponse with(ChatResponse response, RateLimit limit) {
        ChatResponseMetadata metadata = ChatResponseMetadata.builder()
                .usage(response.getMetadata().getUsage())
                .rateLimit(limit)
                .build();
        return ChatResponse.builder().from(response).metadata(metadata).build();
    }

    @Test
    void tellsWhatAProviderHasLeft() {
        FakeModel model = new FakeModel().answer(with(FakeModel.response("hello"), ANTHROPICS));

        Governed.of(model, listening).model.call("hi");

        assertThat(told).containsExactly(new ProviderLimits(3L, Duration.ofSeconds(20), 7L, Duration.ofSeconds(30)));
    }

    @Test
    void tellsItOfAStream() {
        ChatResponse first = with(FakeModel.response("hel"), ANTHROPICS);
        FakeModel model = new FakeModel().answer(Flux.just(first, FakeModel.response("lo")));

        Governed.of(model, listening).model.stream(new Prompt("hi")).blockLast();

        assertThat(told).containsExactly(new ProviderLimits(3L, Duration.ofSeconds(20), 7L, Duration.ofSeconds(30)));
    }

    @Test
    void tellsNothingWhereTheClientPassesNothingOn() {
        FakeModel model = new FakeModel().answer(with(FakeModel.response("hello"), new EmptyRateLimit()));

        Governed.of(model, listening).model.call("hi");

        assertThat(told).containsOnlyNulls();
    }
}
