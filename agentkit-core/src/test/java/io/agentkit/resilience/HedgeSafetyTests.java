package io.agentkit.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.ChatOptions;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.ChatRequestView;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolDescription;
import io.agentkit.test.ChainHarness;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Requests that do something by being asked. */
class HedgeSafetyTests {

    private final ChainHarness harness = ChainHarness.create();

    @Test
    void asksOneModelAloneWhereTheProviderRunsTools() {
        askedAlone(new Acting(true, false), HedgeRefused.Reason.HOSTED_TOOLS);
    }

    @Test
    void asksOneModelAloneWhereTheProviderKeepsTheConversation() {
        askedAlone(new Acting(false, true), HedgeRefused.Reason.STORED_CONVERSATION);
    }

    @Test
    void alsoWhenTheRequestWasChanged() {
        askedAlone(new Acting(false, true).withModel("other"), HedgeRefused.Reason.STORED_CONVERSATION);
    }

    private void askedAlone(ChatRequest request, HedgeRefused.Reason reason) {
        harness.add("hedge", HedgeSpec.of(Duration.ZERO, "backup").chatMiddleware(harness.resources()));
        harness.model.reply("alone");

        assertThat(harness.chatHandler().call(request).text()).isEqualTo("alone");
        assertThat(harness.model.calls()).isOne();
        assertThat(harness.events.of(HedgeRefused.class)).containsExactly(new HedgeRefused("1", "chat", reason));
    }

    private static final class Acting extends ChatRequestView {

        private final boolean tools;
        private final boolean conversation;

        Acting(boolean tools, boolean conversation) {
            this.tools = tools;
            this.conversation = conversation;
        }

        @Override
        public boolean hasHostedTools() {
            return tools;
        }

        @Override
        public boolean hasStoredConversation() {
            return conversation;
        }

        @Override
        protected List<Message> readMessages() {
            return List.of(Message.user("hi"));
        }

        @Override
        protected @Nullable String readModel() {
            return "acting";
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
