package io.agentkit.resilience;

import static io.agentkit.ErrorKind.CONTEXT_LENGTH;
import static io.agentkit.ErrorKind.OVERLOADED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.agentkit.chat.ChatOptions;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.KnownModels;
import io.agentkit.chat.Media;
import io.agentkit.chat.Message;
import io.agentkit.chat.ModelFacts;
import io.agentkit.chat.ToolDescription;
import io.agentkit.test.ChainHarness;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FallbackAbilitiesTests {

    private static final ModelFacts NOTHING = new ModelFacts(null, null, false, false, false, false);

    private final ChainHarness harness = ChainHarness.create();
    private final Map<String, ModelFacts> catalogue = new HashMap<>();

    private void chain(FallbackSpec spec) {
        KnownModels known = (provider, model) -> catalogue.getOrDefault(model, ModelFacts.UNKNOWN);
        harness.add("fallback", spec.chatMiddleware(harness.resources(known)));
    }

    private ChatReply ask(ChatRequest request) {
        return harness.chatHandler().call(request);
    }

    private List<String> asked() {
        return harness.model.requests().stream().map(ChatRequest::model).toList();
    }

    private static ChatRequest.Builder request() {
        return ChatRequest.builder().messages(List.of(Message.user("hi")));
    }

    private static ChatRequest withTools() {
        return request().tools(List.of(new ToolDescription("t", "", "{}"))).build();
    }

    @Test
    void skipsModelsThatLackSomethingByTheirCatalogue() {
        chain(FallbackSpec.of("a", "tools", "images", "schema", "prefill", "unknown"));
        for (String model : List.of("tools", "images", "schema", "prefill")) {
            catalogue.put(model, NOTHING);
        }
        ChatRequest needsTools = withTools();
        ChatRequest needsImages = request()
                .messages(List.of(Message.user("hi", List.of(new Media("image/png", new byte[1])))))
                .build();
        ChatRequest needsSchema = request().outputSchema("{}").build();

        for (ChatRequest request : List.of(needsTools, needsImages, needsSchema)) {
            harness.model.fail(Failures.of(OVERLOADED)).reply("hello");
            assertThat(ask(request).model()).isEqualTo("unknown");
        }
    }

    @Test
    void asksAModelThatGoesOnWithAnAnswerByItsCatalogue() {
        chain(FallbackSpec.of("a", "b", "c"));
        catalogue.put("c", new ModelFacts(null, null, null, null, null, true));
        harness.model.fail(Failures.of(OVERLOADED)).reply("hello");

        ask(request()
                .messages(List.of(Message.user("hi"), Message.assistant("{")))
                .build());

        assertThat(asked()).containsExactly("a", "c");
    }

    @Test
    void believesSettingsMoreThanTheCatalogue() {
        chain(FallbackSpec.of("a", "able", "unable", "z")
                .withTarget("able", FallbackTarget.defaults().withTools(true))
                .withTarget("unable", FallbackTarget.defaults().withTools(false)));
        catalogue.put("able", NOTHING);
        catalogue.put("unable", new ModelFacts(null, null, true, null, null, null));
        harness.model
                .fail(Failures.of(OVERLOADED))
                .fail(Failures.of(OVERLOADED))
                .reply("hello");

        ask(withTools());

        assertThat(asked()).containsExactly("a", "able", "z");
    }

    @Test
    void asksTheFirstOfThoseThatOnlyTheCatalogueRulesOutWhenNoOtherCanBe() {
        chain(FallbackSpec.of("sure", "a", "b")
                .withTarget("sure", FallbackTarget.defaults().withTools(false)));
        catalogue.put("a", NOTHING);
        catalogue.put("b", NOTHING);
        harness.model.reply("hello");

        assertThat(ask(withTools()).model()).isEqualTo("a");
        assertThat(asked()).containsExactly("a");
    }

    @Test
    void saysThatTheCatalogueRuledAModelOut() {
        chain(FallbackSpec.of("a", "b"));
        catalogue.put("b", NOTHING);
        harness.model.fail(Failures.of(OVERLOADED));

        Throwable failure = catchThrowable(() -> ask(withTools()));

        assertThat(failure.getSuppressed())
                .extracting(Throwable::getMessage)
                .containsExactly(
                        "No other model of the fallback was asked: 'b' cannot call tools, as its catalogue says");
    }

    @Test // FB-06, FB-07, FB-08
    void takesTheLargerWindowFromTheCatalogue() {
        chain(FallbackSpec.of("a", "unknown", "same", "larger"));
        catalogue.put("a", window(2_000));
        catalogue.put("same", window(2_000));
        catalogue.put("larger", window(4_000));
        harness.model.fail(Failures.of(CONTEXT_LENGTH)).reply("hello");

        assertThat(harness.chat("hi").model()).isEqualTo("larger");
        assertThat(asked()).containsExactly("a", "larger");
    }

    @Test
    void doesNotSendAPromptWhereItDoesNotFitByTheCatalogue() {
        chain(FallbackSpec.of("a", "b"));
        catalogue.put("a", window(100));
        catalogue.put("b", window(4_000));
        harness.model.reply("hello");

        assertThat(harness.chat("word ".repeat(500)).model()).isEqualTo("b");
    }

    @Test
    void lowersTheLongestAnswerOfOtherModelsToWhatTheirCatalogueSays() {
        chain(FallbackSpec.of("a", "b"));
        catalogue.put("a", new ModelFacts(null, 50, null, null, null, null));
        catalogue.put("b", new ModelFacts(null, 100, null, null, null, null));
        harness.model.fail(Failures.of(OVERLOADED)).reply("hello");

        ask(request().options(ChatOptions.DEFAULTS.withMaxOutputTokens(32_768)).build());

        assertThat(harness.model.requests())
                .extracting(ChatRequest::maxOutputTokens)
                .containsExactly(32_768, 100);
    }

    private static ModelFacts window(int tokens) {
        return new ModelFacts(tokens, null, null, null, null, null);
    }
}
