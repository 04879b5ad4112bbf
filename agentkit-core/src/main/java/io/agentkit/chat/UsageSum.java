package io.agentkit.chat;

/**
 * Usage that is added up in place, without an object for each sum. Counts end at the largest number instead of becoming negative; the sum is
 * estimated as long as a part of it is. Not thread-safe.
 */
public final class UsageSum {

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

    public void add(Usage usage) {
        add(usage, 1);
    }

    /** Takes away what was added before. */
    public void subtract(Usage usage) {
        add(usage, -1);
    }

    private void add(Usage usage, int sign) {
        input = Usage.sum(input, sign * usage.input());
        cacheRead = Usage.sum(cacheRead, sign * usage.cacheRead());
        output = Usage.sum(output, sign * usage.output());
        reasoning = Usage.sum(reasoning, sign * usage.reasoning());
        if ((usage.cacheWrite5m() | usage.cacheWrite1h() | usage.audioInput() | usage.audioOutput()) != 0) {
            addRare(usage, sign);
        }
        estimated += usage.estimated() ? sign : 0;
        UsageDetails more = usage.details();
        if (more.hasCounts()) {
            details = sign < 0 ? details.minus(more) : details.plus(more.withTier(null));
        }
    }

    private void addRare(Usage usage, int sign) {
        cacheWrite5m = Usage.sum(cacheWrite5m, sign * usage.cacheWrite5m());
        cacheWrite1h = Usage.sum(cacheWrite1h, sign * usage.cacheWrite1h());
        audioInput = Usage.sum(audioInput, sign * usage.audioInput());
        audioOutput = Usage.sum(audioOutput, sign * usage.audioOutput());
    }

    public void add(UsageSum other) {
        input = Usage.sum(input, other.input);
        cacheRead = Usage.sum(cacheRead, other.cacheRead);
        cacheWrite5m = Usage.sum(cacheWrite5m, other.cacheWrite5m);
        cacheWrite1h = Usage.sum(cacheWrite1h, other.cacheWrite1h);
        output = Usage.sum(output, other.output);
        reasoning = Usage.sum(reasoning, other.reasoning);
        audioInput = Usage.sum(audioInput, other.audioInput);
        audioOutput = Usage.sum(audioOutput, other.audioOutput);
        estimated += other.estimated;
        details = details.plus(other.details);
    }

    public void clear() {
        input = 0;
        cacheRead = 0;
        cacheWrite5m = 0;
        cacheWrite1h = 0;
        output = 0;
        reasoning = 0;
        audioInput = 0;
        audioOutput = 0;
        estimated = 0;
        details = UsageDetails.NONE;
    }

    public Usage toUsage() {
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
