package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.Run;
import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Usage;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;

class ChatModelCallTests {

    @Test
    void anUnchangedPromptAndAnUnchangedResponseAreTheIdenticalObjects() {
        ChatResponse response = FakeModel.response("hello");
        FakeModel fake = new FakeModel().answer(response);
        Prompt prompt = new Prompt("hi");

        assertThat(Governed.of(fake).model.call(prompt)).isSameAs(response);
        assertThat(fake.prompts().get(0)).isSameAs(prompt);
    }

    @Test // BU-14
    void theCallGoesThroughTheChain() {
        AtomicReference<String> seen = new AtomicReference<>();
        Governed governed = Governed.of(new FakeModel().answer(FakeModel.response("hello")), (call, next) -> {
            ChatReply reply = next.call(call);
            seen.set(call.request().messages().get(0).text() + "/" + reply.text() + "/" + reply.usage());
            return reply;
        });

        governed.model.call("hi");

        assertThat(seen.get()).isEqualTo("hi/hello/" + Usage.of(100, 20));
    }

    @Test
    void theCallStaysOnTheCallersThread() {
        AtomicReference<Thread> thread = new AtomicReference<>();
        Governed governed = Governed.of(new FakeModel().answer(FakeModel.response("hello")), (call, next) -> {
            thread.set(Thread.currentThread());
            return next.call(call);
        });

        governed.model.call("hi");

        assertThat(thread.get()).isSameAs(Thread.currentThread());
    }

    @Test
    void theModelsOwnExceptionComesOut() {
        IllegalStateException failure = new IllegalStateException("the provider's own");

        assertThatThrownBy(
                        () -> Governed.of(new FakeModel().answer(failure)).model.call("hi"))
                .isSameAs(failure);
    }

    @Test // CO-26
    void anAnswerThatIsUsedAgainHasTheMetadataOfAModelsAndHasUsedNothing() {
        ChatReply cached = ChatReply.of("from the cache", Usage.of(20, 80, 0, 7))
                .mutate()
                .model("fake-1")
                .cacheStatus(CacheStatus.HIT)
                .build();

        ChatResponse response =
                Governed.of(new FakeModel(), (call, next) -> cached).model.call(new Prompt("hi"));

        assertThat(response.getResult().getOutput().getText()).isEqualTo("from the cache");
        assertThat(response.getResult().getMetadata().getFinishReason()).isEqualTo("STOP");
        assertThat(response.getMetadata().getModel()).isEqualTo("fake-1");
        assertThat(response.getMetadata().getUsage().getTotalTokens()).isZero();
        assertThat(response.getMetadata().<String>get(ResponseWriter.CACHE)).isEqualTo("HIT");
        assertThat(response.getMetadata().<Long>get(ResponseWriter.SAVED)).isEqualTo(107);
    }

    @Test // FB-05
    void aResponseWithoutAnAnswerIsAFailure() {
        FakeModel fake = new FakeModel().answer(new ChatResponse(List.of()));

        assertThatThrownBy(() -> Governed.of(fake).model.call("hi")).hasMessage("The model's response holds no answer");
    }

    @Test
    void toolCallsOfTheAnswerAreNotedOnTheRun() {
        Governed governed = Governed.of(new FakeModel().answer(FakeModel.toolCall("call-1", "weather", "{}")));

        try (Run run = Run.open(governed.environment, spec -> {})) {
            governed.model.call("hi");

            assertThat(run.toolCalls().take("weather", "{}").call().id()).isEqualTo("call-1");
        }
    }
}
