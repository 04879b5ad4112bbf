package io.agentkit.chat;

/** Usage that is added up in place: what {@link Usage#plus} gives, without an object for each sum. Not thread-safe. */
public final class UsageAccumulator {

    private long input;
    private long cacheRead;
    private long cacheWrite5m;
    private long cacheWrite1h;
    private long output;
    private long reasoning;
    private long audioInput;
    private long audioOutput;
    private boolean estimated;
    private UsageDetails details;

    /** @param first what to start with */
    public UsageAccumulator(Usage first) {
        input = first.input();
        cacheRead = first.cacheRead();
        cacheWrite5m = first.cacheWrite5m();
        cacheWrite1h = first.cacheWrite1h();
        output = first.output();
        reasoning = first.reasoning();
        audioInput = first.audioInput();
        audioOutput = first.audioOutput();
        estimated = first.estimated();
        details = first.details();
    }

    public void add(Usage more) {
        input = Usage.sum(input, more.input());
        cacheRead = Usage.sum(cacheRead, more.cacheRead());
        cacheWrite5m = Usage.sum(cacheWrite5m, more.cacheWrite5m());
        cacheWrite1h = Usage.sum(cacheWrite1h, more.cacheWrite1h());
        output = Usage.sum(output, more.output());
        reasoning = Usage.sum(reasoning, more.reasoning());
        audioInput = Usage.sum(audioInput, more.audioInput());
        audioOutput = Usage.sum(audioOutput, more.audioOutput());
        estimated |= more.estimated();
        details = details.plus(more.details());
    }

    public Usage total() {
        return new Usage(
                input,
                cacheRead,
                cacheWrite5m,
                cacheWrite1h,
                output,
                reasoning,
                audioInput,
                audioOutput,
                estimated,
                details);
    }
}
