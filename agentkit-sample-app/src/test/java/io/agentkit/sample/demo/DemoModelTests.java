package io.agentkit.sample.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.web.client.HttpServerErrorException;
import reactor.core.Disposable;
import tools.jackson.databind.json.JsonMapper;

class DemoModelTests {

    private final DemoModel model = new DemoModel(new JsonMapper(), Duration.ZERO);

    private final Tools tools = new Tools();

    @Test
    void asksForAToolAndAnswersFromItsResult() {
        String answer = client().prompt("What is the weather in Berlin?").call().content();

        assertThat(answer).isEqualTo("In Berlin it is 7 °C and rainy.");
        assertThat(tools.calls).isEqualTo(1);
    }

    @Test
    void asksForSeveralToolsAtOnce() {
        String answer =
                client().prompt("weather in Oslo and New York, please").call().content();

        assertThat(answer).isEqualTo("In Oslo it is 7 °C and rainy. In New York it is 7 °C and rainy.");
    }

    @Test
    void repeatsWhatAFailedToolSaid() {
        String answer =
                client().prompt("What is the weather in Atlantis?").call().content();

        assertThat(answer).isEqualTo("The tool weather answered: No such city");
    }

    @Test
    void needsNoToolThatIsNotOffered() {
        String answer =
                ChatClient.create(model).prompt("Charge my card 5 USD").call().content();

        assertThat(answer).startsWith("This is the demo model");
    }

    @Test
    void streamsWordByWordWithTheUsageAtTheEnd() {
        List<ChatResponse> pieces = stream("/slow");

        assertThat(pieces.stream().map(DemoModelTests::text))
                .containsExactly("This", " answer", " takes", " its", " time,", " word", " by", " word.", "");
        assertThat(pieces.stream().map(DemoModelTests::usage).map(Usage::getCompletionTokens))
                .containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 11);
        assertThat(pieces.get(8).getResult().getMetadata().getFinishReason()).isEqualTo("stop");
    }

    @Test
    void failsOnceAndThenAnswers() {
        assertThatExceptionOfType(HttpServerErrorException.ServiceUnavailable.class)
                .isThrownBy(() -> model.call("/fail once"));
        assertThat(model.call("/fail once")).startsWith("The first request failed");
        assertThatExceptionOfType(HttpServerErrorException.ServiceUnavailable.class)
                .isThrownBy(() -> stream("/fail once"));
    }

    @Test
    void failsAlwaysWhenToldSo() {
        for (int attempt = 0; attempt < 3; attempt++) {
            assertThatExceptionOfType(HttpServerErrorException.ServiceUnavailable.class)
                    .isThrownBy(() -> model.call("/fail"));
        }
    }

    @Test
    void stallsUntilTheCallerLeaves() {
        StringBuilder shown = new StringBuilder();

        Disposable consumer = model.stream(new Prompt("/stall")).subscribe(piece -> shown.append(text(piece)));

        assertThat(shown).hasToString("From here on nothing comes");
        assertThat(consumer.isDisposed()).isFalse();
        consumer.dispose();
    }

    @Test
    void countsTheBeginningItHasSeenAsCached() {
        String question = "x".repeat(400);

        Usage first = usage(model.call(new Prompt(question)));
        Usage second =
                usage(client().prompt("What is the weather in Berlin?").call().chatResponse());
        Usage third =
                usage(client().prompt("What is the weather in Berlin?").call().chatResponse());

        assertThat(first.getPromptTokens()).isEqualTo(100);
        assertThat(first.getCacheReadInputTokens()).isZero();
        assertThat(third.getPromptTokens()).isEqualTo(second.getPromptTokens());
        assertThat(third.getCacheReadInputTokens()).isGreaterThan(second.getCacheReadInputTokens());
        assertThat(third.getCacheReadInputTokens()).isLessThan(third.getPromptTokens());
    }

    private ChatClient client() {
        return ChatClient.builder(model).defaultTools(tools).build();
    }

    private List<ChatResponse> stream(String question) {
        return Objects.requireNonNull(
                model.stream(new Prompt(question)).collectList().block());
    }

    private static String text(ChatResponse piece) {
        return Objects.requireNonNull(
                Objects.requireNonNull(piece.getResult()).getOutput().getText());
    }

    private static Usage usage(ChatResponse response) {
        return response.getMetadata().getUsage();
    }

    /** The tool of an application. */
    private static final class Tools {

        private int calls;

        @Tool
        Weather weather(String city) {
            calls++;
            if (city.equals("Atlantis")) {
                throw new IllegalArgumentException("No such city");
            }
            return new Weather(city, 7, "rainy");
        }
    }

    private record Weather(String city, int degreesCelsius, String sky) {}
}
