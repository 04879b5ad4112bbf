package io.agentkit.score;

import io.agentkit.score.FailoverProvider.Asked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;

/** Reads a scenario's expectation and says what of it was not met. */
final class FailoverChecks {

    // "Bounded" and no number told: an allowance for both models together.
    private static final int BOUNDED = 10;

    private final FailoverCase scenario;
    private final FailoverFault fault;
    private final FailoverSide side;
    private final FailoverCall call;
    private final List<Asked> asked;
    private final long toPrimary;
    private final List<String> complaints = new ArrayList<>();
    private int understood;

    private FailoverChecks(
            FailoverCase scenario, FailoverFault fault, FailoverSide side, FailoverCall call, List<Asked> asked) {
        this.scenario = scenario;
        this.fault = fault;
        this.side = side;
        this.call = call;
        this.asked = asked;
        this.toPrimary = asked.stream().filter(Asked::primary).count();
    }

    static List<String> of(
            FailoverCase scenario, FailoverFault fault, FailoverSide side, FailoverCall call, List<Asked> asked) {
        FailoverChecks checks = new FailoverChecks(scenario, fault, side, call, asked);
        String wrong = call.wrong();
        if (wrong != null) {
            checks.complaints.add(wrong);
        }
        checks.answers();
        checks.attempts();
        checks.bounds();
        checks.reasons();
        if (checks.understood == 0) {
            checks.complaints.add("the expectation is not understood");
        }
        return checks.complaints;
    }

    private boolean expects(String words) {
        boolean said = scenario.expects(words) != null;
        understood += said ? 1 : 0;
        return said;
    }

    private void require(boolean met, String complaint) {
        if (!met) {
            complaints.add(complaint);
        }
    }

    private void answers() {
        if (expects("then answer|the answer arrives|the answer is delivered|completes the answer|larger window")) {
            require(call.answered(), "no answer");
        }
        if (expects("reported model and usage are the fallback's")) {
            require(call.answered(), "no answer");
            require(side.backupModel().equals(call.model()), "reports the model " + call.model());
            require(call.inputTokens() == FailoverProvider.BACKUP_INPUT, "reports " + call.inputTokens() + " tokens");
        }
        // What says so ends with an answer or a failure, never with neither: wrong() has looked for that.
        expects("clear error|explicit error|never reported as a finished answer");
    }

    private void attempts() {
        if (expects("one retry")) {
            require(toPrimary == 2 && asked.size() == 2, asked.size() + " requests");
        }
        if (expects("bounded attempts")) {
            require(asked.size() <= BOUNDED, asked.size() + " requests");
        }
        if (expects("treated as transient")) {
            require(asked.size() > 1, "neither tried again nor fell back");
        }
        if (expects("no retry on the same model|not after N of them")) {
            require(toPrimary == 1, toPrimary + " requests to the same model");
        } else if (expects("^no retry")) {
            require(asked.size() == 1, asked.size() + " requests");
        }
        MatchResult most =
                scenario.expects("at most (\\d+) attempts within the first (\\d+) s and at most (\\d+) in all");
        if (most != null) {
            understood++;
            long within = asked.stream()
                    .filter(one -> one.at() - asked.get(0).at()
                            <= seconds(most.group(2)).toNanos())
                    .count();
            require(within <= Long.parseLong(most.group(1)), within + " requests in " + most.group(2) + " s");
            require(asked.size() <= Long.parseLong(most.group(3)), asked.size() + " requests");
        }
    }

    private void bounds() {
        MatchResult end = scenario.expects("(ends within|bounded by) (\\d+) s");
        if (end != null) {
            understood++;
            require(
                    call.took().compareTo(seconds(end.group(2))) <= 0,
                    "took " + call.took().toSeconds() + " s");
        }
        MatchResult least = scenario.expects("wait at least ([\\d.]+) s before the next attempt");
        if (least != null) {
            understood++;
            // The row's bound leaves a tenth for clocks that differ; other waits have the same share.
            long nanos = Duration.ofSeconds(fault.seconds()).toNanos() * 9 / 10;
            List<Asked> attempts = asked.stream().filter(Asked::primary).toList();
            require(
                    attempts.size() < 2
                            || attempts.get(1).at() - attempts.get(0).at() >= nanos,
                    "tried again too early");
        }
    }

    private void reasons() {
        if (expects("the reason reaches the caller")) {
            require(
                    call.says("content_filter") || call.says("content filter"),
                    "the reason does not reach the caller: " + call.failure());
        }
        if (expects("the real cause is reported")) {
            require(!call.says(FailoverProvider.PREFILL_REFUSAL), "the refused prefill hides the cause");
        }
    }

    private static Duration seconds(String digits) {
        return Duration.ofSeconds(Long.parseLong(digits));
    }
}
