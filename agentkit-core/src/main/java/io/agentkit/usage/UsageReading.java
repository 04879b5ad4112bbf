package io.agentkit.usage;

import io.agentkit.Failure;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a provider's answer says about itself. Immutable.
 *
 * @param usage what was used, with the tier that served it; a count of 0 that the provider sent is 0. Null when the provider did not count
 *     or a count cannot be believed; what was used then has to be estimated. Marked as estimated when a stream broke off, and when parts
 *     contradict one another
 * @param model the model that served the request, as the provider names it; null when it did not say
 * @param finishReason why the answer ended; null when the provider did not say
 * @param failure the error that the answer is or that came within a stream; null when there was none
 * @param finished whether the answer came to its end: false for a stream that broke off
 * @param others what other models used in serving the same request
 * @param problems what is not as it has to be, at most 16
 */
public record UsageReading(
        @Nullable Usage usage,
        @Nullable String model,
        @Nullable FinishReason finishReason,
        @Nullable Failure failure,
        boolean finished,
        List<OtherModelUsage> others,
        List<UsageProblem> problems) {

    public UsageReading {
        others = List.copyOf(others);
        problems = List.copyOf(problems);
    }
}
