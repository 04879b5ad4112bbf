package io.agentkit.sample;

import io.agentkit.BlockedException;
import io.agentkit.ChainEnvironment;
import io.agentkit.ErrorKind;
import io.agentkit.Failure;
import io.agentkit.spend.BudgetExceededException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;

/**
 * Says what went wrong without repeating what a provider or a prompt said.
 */
@Component
class Problems {

    private final ChainEnvironment environment;

    Problems(ChainEnvironment environment) {
        this.environment = environment;
    }

    ProblemDetail of(Throwable error) {
        Failure failure = environment.errors().classify(error);
        ProblemDetail problem = ProblemDetail.forStatus(status(failure.kind()));
        problem.setTitle(title(failure.kind()));
        problem.setDetail(detail(error, failure));
        if (error instanceof BudgetExceededException exceeded) {
            problem.setProperty("budget", exceeded.budget());
        }
        return problem;
    }

    /** The same as data of an event, for a response that has begun. */
    Map<String, Object> event(Throwable error) {
        ProblemDetail problem = of(error);
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("title", String.valueOf(problem.getTitle()));
        data.put("detail", String.valueOf(problem.getDetail()));
        data.put("status", problem.getStatus());
        Map<String, Object> more = problem.getProperties();
        if (more != null) {
            data.putAll(more);
        }
        return data;
    }

    private static HttpStatus status(ErrorKind kind) {
        return switch (kind) {
            case BUDGET_EXCEEDED -> HttpStatus.TOO_MANY_REQUESTS;
            case BLOCKED, CONTENT_FILTERED -> HttpStatus.UNPROCESSABLE_CONTENT;
            case RATE_LIMITED, OVERLOADED, UNAVAILABLE, NETWORK, TIMEOUT, CIRCUIT_OPEN, CANCELLED ->
                HttpStatus.SERVICE_UNAVAILABLE;
            default -> HttpStatus.BAD_GATEWAY;
        };
    }

    private static String title(ErrorKind kind) {
        return switch (kind) {
            case BUDGET_EXCEEDED -> "Budget exhausted";
            case BLOCKED, CONTENT_FILTERED -> "Message blocked";
            default -> "The model gave no answer";
        };
    }

    private static String detail(Throwable error, Failure failure) {
        if (error instanceof BlockedException blocked) {
            return blocked.reason();
        }
        if (error instanceof BudgetExceededException exceeded) {
            return String.valueOf(exceeded.getMessage());
        }
        return "The call failed: " + failure.kind().text();
    }
}
