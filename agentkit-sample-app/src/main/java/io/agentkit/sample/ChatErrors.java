package io.agentkit.sample;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Turns failures of calls into statuses: 429 for an exhausted budget, 422 for what was blocked, 502 and 503 for the rest. Spring's own
 * exceptions have theirs already.
 */
@RestControllerAdvice(assignableTypes = ChatController.class)
class ChatErrors {

    private static final Logger log = LoggerFactory.getLogger(ChatErrors.class);

    private final Problems problems;

    ChatErrors(Problems problems) {
        this.problems = problems;
    }

    @ExceptionHandler
    ProblemDetail failed(RuntimeException error) {
        ProblemDetail problem = problems.of(error);
        log.warn(
                "{} ({}): {}",
                problem.getTitle(),
                problem.getStatus(),
                error.getClass().getName());
        return problem;
    }
}
