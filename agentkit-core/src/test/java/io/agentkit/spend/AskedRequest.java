package io.agentkit.spend;

import io.agentkit.chat.ChatOptions;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.ChatRequestView;
import io.agentkit.chat.Message;
import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.ToolDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request that says "hi" and asks for what only a framework's own options have, for the tests of this package. */
final class AskedRequest extends ChatRequestView {

    private final String model;
    private final @Nullable Integer maxOutputTokens;
    private final int choices;
    private final @Nullable ServiceTier tier;
    private Runnable whenCounted = () -> {};
    private long unshownBytes;
    private boolean hasUnshownContent;
    private boolean stubborn;

    private AskedRequest(String model, @Nullable Integer maxOutputTokens, int choices, @Nullable ServiceTier tier) {
        this.model = model;
        this.maxOutputTokens = maxOutputTokens;
        this.choices = choices;
        this.tier = tier;
    }

    static AskedRequest choices(int count, @Nullable Integer maxOutputTokens) {
        return new AskedRequest(Priced.MODEL, maxOutputTokens, count, null);
    }

    static AskedRequest tier(String model, ServiceTier tier, int maxOutputTokens) {
        return new AskedRequest(model, maxOutputTokens, 1, tier);
    }

    /** Runs the task whenever somebody asks how many answers there will be. */
    static AskedRequest watched(Runnable task) {
        AskedRequest request = choices(1, null);
        request.whenCounted = task;
        return request;
    }

    static AskedRequest unshown(long bytes, boolean content) {
        AskedRequest request = choices(1, null);
        request.unshownBytes = bytes;
        request.hasUnshownContent = content;
        return request;
    }

    /** One whose options cannot be changed. */
    static AskedRequest stubborn() {
        AskedRequest request = choices(1, null);
        request.stubborn = true;
        return request;
    }

    @Override
    public ChatRequest withOptions(ChatOptions changed) {
        if (stubborn) {
            throw new IllegalStateException("these options stay as they are");
        }
        return super.withOptions(changed);
    }

    @Override
    public long unshownBytes() {
        return unshownBytes;
    }

    @Override
    public boolean hasUnshownContent() {
        return hasUnshownContent;
    }

    @Override
    protected List<Message> readMessages() {
        return List.of(Message.user("hi"));
    }

    @Override
    protected String readModel() {
        return model;
    }

    @Override
    protected ChatOptions readOptions() {
        return ChatOptions.DEFAULTS.withMaxOutputTokens(maxOutputTokens);
    }

    @Override
    protected List<ToolDescription> readTools() {
        return List.of();
    }

    @Override
    protected @Nullable String readOutputSchema() {
        return null;
    }

    @Override
    public int choiceCount() {
        whenCounted.run();
        return choices;
    }

    @Override
    public @Nullable ServiceTier serviceTier() {
        return tier;
    }

    @Override
    public Object origin() {
        return this;
    }
}
