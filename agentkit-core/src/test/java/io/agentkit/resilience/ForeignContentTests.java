package io.agentkit.resilience;

import static io.agentkit.ErrorKind.INVALID_REQUEST;
import static io.agentkit.ErrorKind.OVERLOADED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.Endpoint;
import io.agentkit.chat.ChatOptions;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.ChatRequestView;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolDescription;
import io.agentkit.spec.Resources;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.ScriptedModel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests of which a part only means something to the provider that they were written for. */
class ForeignContentTests {

    private final ChainHarness harness = ChainHarness.create();
    private final ScriptedModel other = new ScriptedModel();

    enum Content {
        DOCUMENTS("cannot read what only the other provider keeps"),
        HOSTED_TOOLS("does not have the other provider's tools"),
        CONVERSATION("cannot read what only the other provider keeps");

        private final String lack;

        Content(String lack) {
            this.lack = lack;
        }
    }

    private Resources resources() {
        Endpoint<ChatRequest, ChatReply> elsewhere = other::send;
        return Resources.of(harness.environment(), Map.of("other", elsewhere));
    }

    private List<String> asked() {
        return harness.model.requests().stream().map(ChatRequest::model).toList();
    }

    @ParameterizedTest
    @EnumSource
    void staysWithItsProviderWhenItFails(Content content) {
        harness.add("fallback", FallbackSpec.of("a", "other").chatMiddleware(resources()));
        AgentKitException failure = Failures.of(OVERLOADED);
        harness.model.fail(failure);

        assertThatThrownBy(() -> harness.chatHandler().call(new Foreign(content)))
                .isSameAs(failure);
        assertThat(failure.getSuppressed())
                .extracting(Throwable::getMessage)
                .containsExactly("No other model of the fallback was asked: 'other' " + content.lack);
        assertThat(other.calls()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void goesToAnotherModelOfItsProvider(Content content) {
        harness.add("fallback", FallbackSpec.of("a", "other", "b").chatMiddleware(resources()));
        harness.model.fail(Failures.of(OVERLOADED)).reply("hello");

        assertThat(harness.chatHandler().call(new Foreign(content)).model()).isEqualTo("b");
        assertThat(asked()).containsExactly("a", "b");
    }

    @ParameterizedTest
    @EnumSource
    void staysAlsoWhenTheRequestWasChangedOnTheWay(Content content) {
        harness.add("fallback", FallbackSpec.of("a", "other").chatMiddleware(resources()));
        harness.model.fail(Failures.of(OVERLOADED));
        ChatRequest changed = new Foreign(content)
                .withMessages(List.of(Message.user("changed")))
                .withOptions(ChatOptions.DEFAULTS.withTemperature(0.5));

        assertThatThrownBy(() -> harness.chatHandler().call(changed)).isInstanceOf(AgentKitException.class);
        assertThat(other.calls()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void isRefusedWhereOnlyOtherProvidersAreListed(Content content) {
        harness.add("fallback", FallbackSpec.of("other").chatMiddleware(resources()));

        assertThatThrownBy(() -> harness.chatHandler().call(new Foreign(content)))
                .isInstanceOfSatisfying(AllModelsFailedException.class, refusal -> {
                    assertThat(refusal.kind()).isEqualTo(INVALID_REQUEST);
                    assertThat(refusal.models()).isEmpty();
                })
                .hasMessage("No model of the fallback can take the request: 'other' " + content.lack);
    }

    @Test
    void isNothingThatAPortableCopyHas() {
        for (Content content : Content.values()) {
            ChatRequest portable = new Foreign(content).portable();

            assertThat(portable.hasUnshownContent()).isFalse();
            assertThat(portable.hasHostedTools()).isFalse();
            assertThat(portable.hasStoredConversation()).isFalse();
        }
    }

    @Test
    void keepsBackupsOfOtherProvidersOutOfARace() {
        HedgeSpec hedge = HedgeSpec.of(Duration.ZERO, "other");
        harness.add("hedge", hedge.chatMiddleware(resources()));
        harness.model.reply("alone");

        assertThat(harness.chatHandler().call(new Foreign(Content.DOCUMENTS)).text())
                .isEqualTo("alone");
        assertThat(other.calls()).isZero();
        assertThat(harness.events.of(HedgeRefused.class))
                .containsExactly(new HedgeRefused("1", "chat", HedgeRefused.Reason.FOREIGN_CONTENT));
    }

    private static final class Foreign extends ChatRequestView {

        private final Content content;

        Foreign(Content content) {
            this.content = content;
        }

        @Override
        public boolean hasUnshownContent() {
            return content == Content.DOCUMENTS;
        }

        @Override
        public boolean hasHostedTools() {
            return content == Content.HOSTED_TOOLS;
        }

        @Override
        public boolean hasStoredConversation() {
            return content == Content.CONVERSATION;
        }

        @Override
        protected List<Message> readMessages() {
            return List.of(Message.user("hi"));
        }

        @Override
        protected @Nullable String readModel() {
            return "foreign";
        }

        @Override
        protected ChatOptions readOptions() {
            return ChatOptions.DEFAULTS;
        }

        @Override
        protected List<ToolDescription> readTools() {
            return List.of();
        }

        @Override
        protected @Nullable String readOutputSchema() {
            return null;
        }

        @Override
        public Object origin() {
            return "native";
        }
    }
}
