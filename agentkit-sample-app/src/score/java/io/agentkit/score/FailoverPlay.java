package io.agentkit.score;

import io.agentkit.spend.CostMeter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * One scenario, played to one application with a server of its own.
 *
 * @param scenario the row
 * @param fault what the primary does
 * @param side who the primary is
 * @param streaming whether the answer is streamed
 * @param settings the documented settings, or null for plain Spring AI
 */
record FailoverPlay(
        FailoverCase scenario,
        FailoverFault fault,
        FailoverSide side,
        boolean streaming,
        @Nullable Path settings) {

    private static final Duration PAUSE_AFTER_OUTAGE = Duration.ofSeconds(1);

    /** What was not as expected; empty when all was. */
    List<String> complaints() throws InterruptedException {
        try (FailoverProvider provider = new FailoverProvider(fault, side);
                ConfigurableApplicationContext context = FailoverApplication.start(provider.server(), side, settings)) {
            ChatModel model = context.getBean(side.bean(), ChatModel.class);
            List<FailoverCall> calls = new ArrayList<>();
            List<String> complaints = new ArrayList<>();
            if (fault.kind() == FailoverFault.Kind.OUTAGE) {
                complaints.addAll(outage(provider, model, calls));
            } else {
                calls.add(FailoverCall.of(model, streaming, fault.backupRefusesPrefill()));
                complaints.addAll(FailoverChecks.of(scenario, fault, side, calls.get(0), provider.asked()));
            }
            if (settings != null) {
                long answers = calls.stream().filter(FailoverCall::answered).count();
                String difference =
                        FailoverBill.difference(context.getBean(CostMeter.class), fault, provider.asked(), answers);
                if (difference != null) {
                    complaints.add(difference);
                }
            }
            return complaints;
        }
    }

    private List<String> outage(FailoverProvider provider, ChatModel model, List<FailoverCall> calls)
            throws InterruptedException {
        MatchResult bound = scenario.expects("all served by the fallback; back on the primary within (\\d+) s");
        if (bound == null) {
            return List.of("the expectation is not understood");
        }
        List<String> complaints = new ArrayList<>();
        int paid = 0;
        provider.startOutage();
        for (int i = 0; i < fault.requests(); i++) {
            long start = System.nanoTime();
            FailoverCall call = FailoverCall.of(model, streaming, false);
            calls.add(call);
            if (!call.answered() || !side.backupModel().equals(call.model())) {
                return List.of("request " + (i + 1) + " of the outage is not served by the fallback");
            }
            boolean primary = provider.asked().stream().anyMatch(one -> one.primary() && one.at() >= start);
            paid += primary ? 1 : 0;
            pause(Duration.ofSeconds(fault.seconds())
                    .dividedBy(fault.requests() + 1)
                    .minus(call.took()));
        }
        if (paid * 2 > fault.requests()) {
            complaints.add(paid + " of " + fault.requests() + " requests pay the primary's failure first");
        }
        while (provider.inOutage()) {
            pause(Duration.ofMillis(50));
        }
        complaints.addAll(recovery(model, calls, Duration.ofSeconds(Long.parseLong(bound.group(1)))));
        return complaints;
    }

    private List<String> recovery(ChatModel model, List<FailoverCall> calls, Duration bound)
            throws InterruptedException {
        long start = System.nanoTime();
        while (System.nanoTime() - start < bound.toNanos()) {
            FailoverCall call = FailoverCall.of(model, streaming, false);
            calls.add(call);
            if (!call.answered()) {
                return List.of("a request after the outage is not answered");
            }
            if (side.primaryModel().equals(call.model())) {
                return List.of();
            }
            pause(PAUSE_AFTER_OUTAGE);
        }
        return List.of("not back on the primary in " + bound.toSeconds() + " s");
    }

    private static void pause(Duration duration) throws InterruptedException {
        Thread.sleep(Math.max(0, duration.toMillis()));
    }
}
