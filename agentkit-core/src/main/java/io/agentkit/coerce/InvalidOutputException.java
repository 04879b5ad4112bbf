package io.agentkit.coerce;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import java.util.List;

/**
 * A model's answer is not what it is to be, after repairs and questions. Its message names paths and rules; of the answer it has nothing.
 */
public final class InvalidOutputException extends AgentKitException {

    private static final long serialVersionUID = 1;

    private static final int SHOWN = 5;

    private final transient List<OutputProblem> problems;
    private final int answers;

    InvalidOutputException(List<OutputProblem> problems, int answers) {
        this(ErrorKind.INVALID_OUTPUT, "The answer is not what its schema says", problems, answers);
    }

    InvalidOutputException(ErrorKind kind, String what, List<OutputProblem> problems, int answers) {
        super(kind, message(what, problems, answers));
        this.problems = List.copyOf(problems);
        this.answers = answers;
    }

    private static String message(String what, List<OutputProblem> problems, int answers) {
        StringBuilder message = new StringBuilder(what);
        if (answers > 1) {
            message.append(", nor were ").append(answers - 1).append(" before it");
        }
        for (int i = 0; i < Math.min(SHOWN, problems.size()); i++) {
            message.append(i == 0 ? ": " : ", ").append(problems.get(i));
        }
        if (problems.size() > SHOWN) {
            message.append(" and ").append(problems.size() - SHOWN).append(" more");
        }
        return message.toString();
    }

    /** All that is wrong with the last answer; their hints may quote it. */
    public List<OutputProblem> problems() {
        return problems;
    }

    /** How many answers there were, the first included. */
    public int answers() {
        return answers;
    }
}
