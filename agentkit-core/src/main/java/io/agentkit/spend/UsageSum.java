package io.agentkit.spend;

import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;

/** Usage that is added to in place. Not thread-safe. */
final class UsageSum {

    private long input;
    private long cacheRead;
    private long cacheWrite5m;
    private long cacheWrite1h;
    private long output;
    private long reasoning;
    private long audioInput;
    private long audioOutput;
    private long estimated;
    private UsageDetails details = UsageDetails.NONE;

    /** @param sign 1 to add, -1 to take away */
    void add(Usage usage, int sign) {
        input += sign * usage.input();
        cacheRead += sign * usage.cacheRead();
        cacheWrite5m += sign * usage.cacheWrite5m();
        cacheWrite1h += sign * usage.cacheWrite1h();
        output += sign * usage.output();
        reasoning += sign * usage.reasoning();
        audioInput += sign * usage.audioInput();
        audioOutput += sign * usage.audioOutput();
        estimated += usage.estimated() ? sign : 0;
        UsageDetails more = usage.details();
        if (more.hasCounts()) {
            details = sign < 0 ? details.minus(more) : details.plus(more.withTier(null));
        }
    }

    Usage toUsage() {
        return new Usage(
                input,
                cacheRead,
                cacheWrite5m,
                cacheWrite1h,
                output,
                reasoning,
                audioInput,
                audioOutput,
                estimated > 0,
                details);
    }
}
