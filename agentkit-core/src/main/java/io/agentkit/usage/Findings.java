package io.agentkit.usage;

import io.agentkit.usage.UsageProblem.Kind;
import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with an answer while it is read. Not thread-safe. */
final class Findings {

    private static final int MOST = 16;

    private final List<UsageProblem> problems = new ArrayList<>();
    private boolean refused;
    private boolean contradictory;

    /** Notes what is wrong beside the counts. */
    void note(UsageProblem problem) {
        if (problems.size() < MOST && !problems.contains(problem)) {
            problems.add(problem);
        }
    }

    /** Notes a count that cannot be one: no count of this answer is believed. */
    void refuse(Kind kind, String field) {
        refused = true;
        note(new UsageProblem(kind, field));
    }

    /** What is left of a whole without its parts. */
    long rest(long whole, long parts, String field) {
        if (parts > whole) {
            contradictory = true;
            note(new UsageProblem(Kind.CONTRADICTION, field));
            return 0;
        }
        return whole - parts;
    }

    boolean isRefused() {
        return refused;
    }

    boolean isContradictory() {
        return contradictory;
    }

    List<UsageProblem> problems() {
        return problems;
    }
}
