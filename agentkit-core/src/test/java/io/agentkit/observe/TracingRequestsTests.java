package io.agentkit.observe;

import static io.agentkit.observe.RecordedObservations.keys;
import static io.agentkit.observe.RecordedObservations.labels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.Chain;
import io.agentkit.ChatMiddleware;
import io.agentkit.Endpoint;
import io.agentkit.ErrorKind;
import io.agentkit.RequestHook;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.test.ChainHarness;
import io.micrometer.observation.Observation;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class TracingRequestsTests {

    private final RecordedObservations observations = new RecordedObservations();

    private final ChainHarness harness = ChainHarness.create();

    private final ChatMiddleware tracing =
            TracingSpec.defaults().chatMiddleware(harness.resources(observations.registry));

    private final ChatMiddleware twice = (call, next) -> {
        try {
            return next.call(call);
        } catch (AgentKitException failure) {
            call.meta().attempt(2);
            return next.call(call);
        }
    };

    private static Endpoint<ChatRequest, ChatReply> observedBeneath(Endpoint<ChatRequest, ChatReply> endpoint) {
        return new Endpoint<>() {
            @Override
            public ChatReply send(Attempt<ChatRequest> attempt) {
                return endpoint.send(attempt);
            }

            @Override
            public String provider() {
                return "openai";
            }

            @Override
            public boolean observesItself() {
                return true;
            }
        };
    }

    @Test
    void observesEachPhysicalRequestInsideTheCall() {
        harness.add("tracing", tracing).add("twice", twice);
        harness.model.fail(new AgentKitException(ErrorKind.OVERLOADED, "no")).reply("hello");

        harness.chat("hi");

        Observation.Context call = observations.only("agentkit.chat");
        List<Observation.Context> requests = observations.ended.subList(0, 2);
        assertThat(requests).allSatisfy(each -> {
            assertThat(each.getName()).isEqualTo("agentkit.request");
            assertThat(each.getParentObservation().getContextView()).isSameAs(call);
        });
        assertThat(labels(requests.get(0))).containsEntry("agentkit.request.status", "failed");
        assertThat(labels(requests.get(1))).containsEntry("agentkit.request.status", "succeeded");
        assertThat(keys(requests.get(1))).containsEntry("agentkit.request.number", "2");
        assertThat(keys(call)).containsEntry("agentkit.attempts", "2").containsEntry("agentkit.requests", "2");
        assertThat(call.getError()).isNull();
    }

    @Test // TC-051, TC-052
    void tellsOfEachFurtherAttempt() {
        harness.add("tracing", tracing).add("twice", twice);
        harness.model.fail(new AgentKitException(ErrorKind.OVERLOADED, "no")).reply("hello");

        harness.chat("hi");

        assertThat(observations.events).containsExactly("retry.attempt");
    }

    @Test
    void makesEventsWhereTheClientBeneathObservesItself() {
        AtomicReference<Observation> inside = new AtomicReference<>();
        harness.model.fail(new AgentKitException(ErrorKind.OVERLOADED, "no")).run(attempt -> {
            inside.set(observations.registry.getCurrentObservation());
            return ChatReply.of("hello");
        });

        Chain.chat("chat")
                .environment(harness.environment())
                .add("tracing", tracing)
                .add("twice", twice)
                .build()
                .around(observedBeneath(harness.model))
                .call(ChatRequest.user("hi"));

        assertThat(observations.ended).hasSize(1);
        assertThat(observations.events)
                .containsExactly("request.sent", "request.failed", "retry.attempt", "request.sent");
        assertThat(inside.get().getContextView()).isSameAs(observations.only("agentkit.chat"));
        assertThat(labels(observations.only("agentkit.chat"))).containsEntry("gen_ai.provider.name", "openai");
    }

    @Test
    void showsNoRequestThatWasRefused() {
        harness.add("tracing", tracing)
                .add(
                        "refuses",
                        (call, next) -> next.call(call.withHook(new RequestHook() {
                            @Override
                            public void reserve(Attempt<?> attempt) {
                                throw new AgentKitException(ErrorKind.BUDGET_EXCEEDED, "no");
                            }
                        })));

        assertThatThrownBy(() -> harness.chat("hi")).hasMessage("no");

        assertThat(observations.ended).hasSize(1);
        assertThat(labels(observations.only("agentkit.chat"))).containsEntry("agentkit.error.kind", "budget exceeded");
    }

    @Test
    void nestsInWhatIsCurrentAndLeavesItCurrent() {
        harness.add("tracing", tracing);
        harness.model.reply("hello");
        Observation outer = Observation.start("outer", observations.registry);

        try (Observation.Scope scope = outer.openScope()) {
            harness.chat("hi");
            assertThat(observations.registry.getCurrentObservationScope()).isSameAs(scope);
        }

        assertThat(observations.only("agentkit.chat").getParentObservation()).isSameAs(outer);
    }
}
