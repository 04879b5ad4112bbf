package io.agentkit.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.CallSettings;
import io.agentkit.Chain;
import io.agentkit.ChainEnvironment;
import io.agentkit.Endpoint;
import io.agentkit.Run;
import io.agentkit.WantedOutput;
import io.agentkit.chat.ChatOptions;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Media;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolDescription;
import io.agentkit.chat.ToolOutput;
import io.agentkit.test.ScriptedModel;
import io.agentkit.text.CanonicalWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChatKeysTests {

    private final ChainEnvironment environment = ChainEnvironment.defaults();
    private List<String> scope = List.of("all");
    private @Nullable WantedOutput<?> wanted;

    @Test
    void areTheSameInEveryProcess() {
        assertThat(of(base().build())).isEqualTo("memoize:1:chat:de958y_FyQT2JoGKLPolDxaS9aD49cJN4QWCRYG952Q");
    }

    @Test // TC-081
    void areTheSameForEqualRequests() {
        assertThat(of(base().build())).isEqualTo(of(base().build()));
    }

    @Test // TC-082, TC-083, EC-01, EC-02
    void changeWithEveryPartOfARequest() {
        List<ChatRequest.Builder> requests = new ArrayList<>(List.of(
                base(),
                base().model("other"),
                base().model(null),
                base().outputSchema(null),
                base().outputSchema("{\"type\":\"string\"}"),
                base().tools(List.of()),
                base().tools(List.of(new ToolDescription("u", "d", "{}"))),
                base().tools(List.of(new ToolDescription("t", "e", "{}"))),
                base().tools(List.of(new ToolDescription("t", "d", "{\"a\":1}"))),
                base().options(ChatOptions.DEFAULTS),
                options(0.0, 5, 0.5, 3, 0.1, 0.2, List.of("x")),
                options(0.7, 0, 0.5, 3, 0.1, 0.2, List.of("x")),
                options(0.7, 5, 0.0, 3, 0.1, 0.2, List.of("x")),
                options(0.7, 5, 0.5, 0, 0.1, 0.2, List.of("x")),
                options(0.7, 5, 0.5, 3, 0.0, 0.2, List.of("x")),
                options(0.7, 5, 0.5, 3, 0.1, 0.0, List.of("x")),
                options(null, 5, 0.5, 3, 0.1, 0.2, List.of("x")),
                options(0.7, null, 0.5, 3, 0.1, 0.2, List.of("x")),
                options(0.7, 5, null, 3, 0.1, 0.2, List.of("x")),
                options(0.7, 5, 0.5, null, 0.1, 0.2, List.of("x")),
                options(0.7, 5, 0.5, 3, null, 0.2, List.of("x")),
                options(0.7, 5, 0.5, 3, 0.1, null, List.of("x")),
                options(0.7, 5, 0.5, 3, 0.1, 0.2, List.of()),
                options(0.7, 5, 0.5, 3, 0.1, 0.2, List.of("x", "x")),
                base().messages(List.of()),
                base().messages(List.of(Message.user("q"))),
                base().messages(List.of(Message.system("s"), Message.user("Q"))),
                base().messages(List.of(Message.system("S"), Message.user("q"))),
                base().messages(List.of(Message.user("q"), Message.system("s"))),
                base().messages(List.of(Message.user("s"), Message.user("q"))),
                base().messages(List.of(Message.system("s"), Message.assistant("q"))),
                base().messages(List.of(Message.system("s"), Message.user("q"), Message.assistant(""))),
                base().messages(List.of(Message.system("sq")))));

        assertThat(requests.stream().map(each -> of(each.build())).distinct())
                .doesNotContainNull()
                .hasSize(requests.size());
    }

    @Test // TC-083, TC-085
    void changeWithEveryPartOfATranscript() {
        List<Message> messages = List.of(
                Message.assistant(""),
                Message.assistant("", List.of(new ToolCall("1", "t", "{\"a\":1}"))),
                Message.assistant("", List.of(new ToolCall("2", "t", "{\"a\":1}"))),
                Message.assistant("", List.of(new ToolCall("1", "u", "{\"a\":1}"))),
                Message.assistant("", List.of(new ToolCall("1", "t", "{\"a\":2}"))),
                Message.assistant("", List.of(new ToolCall("1", "t", "not json"))),
                Message.assistant(
                        "", List.of(new ToolCall("1", "t", "{\"a\":1}"), new ToolCall("1", "t", "{\"a\":1}"))),
                Message.tool(new ToolOutput("1", "t", "r")),
                Message.tool(new ToolOutput("2", "t", "r")),
                Message.tool(new ToolOutput("1", "u", "r")),
                Message.tool(new ToolOutput("1", "t", "s")),
                Message.tool(new ToolOutput("1", "t", "r"), new ToolOutput("1", "t", "r")),
                Message.user("", List.of(new Media("image/png", new byte[] {1}))),
                Message.user("", List.of(new Media("image/png", new byte[] {2}))),
                Message.user("", List.of(new Media("image/gif", new byte[] {1}))),
                Message.user("", List.of(new Media("image/png", URI.create("http://a")))),
                Message.user("", List.of(new Media("image/png", URI.create("http://b")))));

        assertThat(messages.stream()
                        .map(each -> of(base().messages(List.of(each)).build()))
                        .distinct())
                .doesNotContainNull()
                .hasSize(messages.size());
    }

    @Test // TC-084
    void areTheSameForJsonThatMeansTheSame() {
        assertThat(of(base().outputSchema("{\"b\":[1,2],\"a\":1}").build()))
                .isEqualTo(of(base().outputSchema("{ \"a\": 1, \"b\": [1, 2] }").build()))
                .isNotEqualTo(of(base().outputSchema("{\"b\":[2,1],\"a\":1}").build()));
        assertThat(of(calling("{\"a\":1,\"b\":2}"))).isEqualTo(of(calling("{\"b\":2, \"a\":1}")));
    }

    private static ChatRequest calling(String arguments) {
        return base().messages(List.of(Message.assistant("", List.of(new ToolCall("1", "t", arguments)))))
                .build();
    }

    @Test
    void keepAnswersApartThatAreToBeValuesOfOtherTypes() {
        String text = of(base().build());
        wanted = new WantedOutput<>(ToolCall.class, null);
        String digest = of(base().build());
        wanted = new WantedOutput<>(Media.class, null);

        assertThat(List.of(text, digest, of(base().build()))).doesNotHaveDuplicates();
    }

    @Test // TC-080, EC-05
    void keepScopesApart() {
        ChatRequest request = base().build();

        assertThat(List.of(
                        of(request),
                        in(run -> run.tenant("a"), request),
                        in(run -> run.tenant("b"), request),
                        in(run -> run.tenant("a").user("b"), request)))
                .doesNotHaveDuplicates();
        assertThat(in(run -> run.tenant("a").user("b"), request))
                .isEqualTo(in(run -> run.user("b").tenant("a"), request));
        scope = List.of("tenant");
        assertThat(in(run -> run.tenant("a").user("b"), request))
                .isNotNull()
                .isEqualTo(in(run -> run.tenant("a").user("c"), request))
                .isNotEqualTo(in(run -> run.tenant("b").user("b"), request));
        assertThat(of(request)).isNull();
    }

    @Test
    void areNotMadeOfWhatIsNotKnown() {
        assertThat(of(base().messages(List.of(Message.user("q", List.of(new Media("image/png", new StringBuilder())))))
                        .build()))
                .isNull();
        assertThat(of(base().messages(List.of(Message.view(
                                Message.Role.USER, "q", List.of(), List.of(), List.of(), new StringBuilder())))
                        .build()))
                .isNull();
    }

    @Test
    void keepEndpointsApart() {
        assertThat(at("a")).isNotNull().isEqualTo(at("a")).isNotEqualTo(at("b"));
        assertThat(at(null)).isNull();
    }

    private @Nullable String at(@Nullable String settings) {
        ScriptedModel model = new ScriptedModel();
        return key(base().build(), new Endpoint<>() {
            @Override
            public ChatReply send(io.agentkit.Attempt<ChatRequest> attempt) {
                return model.send(attempt);
            }

            @Override
            public boolean addSettings(CanonicalWriter out) {
                return settings != null && out.value(settings);
            }
        });
    }

    @Test
    void ofContextsLeaveTheConversationOut() {
        ChatRequest other = base().messages(
                        List.of(Message.user("a"), Message.system("s"), Message.assistant("b"), Message.user("c")))
                .build();

        assertThat(context(base().build()))
                .isNotNull()
                .isEqualTo(context(other))
                .isNotEqualTo(context(base().model("other").build()))
                .isNotEqualTo(
                        context(base().messages(List.of(Message.system("S"))).build()));
    }

    @Test
    void digestPartsOfATranscript() {
        ChatKeys keys = new ChatKeys("x", new ScopeKeys(scope));
        ChatRequest request = base().build();

        assertThat(keys.digest(request, request.messages()))
                .isEqualTo(keys.digest(request, List.of(Message.system("s"), Message.user("q"))))
                .isNotEqualTo(keys.digest(request, List.of(Message.system("s"))));
    }

    private static ChatRequest.Builder base() {
        return ChatRequest.builder()
                .messages(List.of(Message.system("s"), Message.user("q")))
                .model("model")
                .options(new ChatOptions(0.7, 5, 0.5, 3, 0.1, 0.2, List.of("x")))
                .tools(List.of(new ToolDescription("t", "d", "{}")))
                .outputSchema("{}");
    }

    private static ChatRequest.Builder options(
            @Nullable Double temperature,
            @Nullable Integer maxOutputTokens,
            @Nullable Double topP,
            @Nullable Integer topK,
            @Nullable Double frequencyPenalty,
            @Nullable Double presencePenalty,
            List<String> stop) {
        return base().options(new ChatOptions(
                temperature, maxOutputTokens, topP, topK, frequencyPenalty, presencePenalty, stop));
    }

    private @Nullable String in(Consumer<Run.Spec> spec, ChatRequest request) {
        try (Run run = Run.open(environment, spec)) {
            return of(request);
        }
    }

    private @Nullable String of(ChatRequest request) {
        return key(request, new ScriptedModel());
    }

    private @Nullable String key(ChatRequest request, Endpoint<ChatRequest, ChatReply> endpoint) {
        return made(request, endpoint, true);
    }

    private @Nullable String context(ChatRequest request) {
        return made(request, new ScriptedModel(), false);
    }

    private @Nullable String made(ChatRequest request, Endpoint<ChatRequest, ChatReply> endpoint, boolean whole) {
        ChatKeys keys = new ChatKeys("memoize", new ScopeKeys(scope));
        String[] made = new String[1];
        Chain.chat("chat")
                .environment(environment)
                .add("look", (call, next) -> {
                    made[0] = whole ? keys.of(call) : keys.ofContext(call);
                    return ChatReply.of("");
                })
                .build()
                .around(endpoint)
                .call(request, CallSettings.DEFAULTS.wanting(wanted));
        return made[0];
    }
}
