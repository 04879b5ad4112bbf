package io.agentkit.chat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts the deltas of one stream together: text and reasoning are concatenated, tool calls collected, of usage, finish reason and model the
 * last word counts (usage in a stream is cumulative, so it is never added up). Not thread-safe; a stream has one writer.
 */
public final class ReplyAssembler {

    private final TextPieces text = new TextPieces();
    private @Nullable TextPieces reasoning;
    private @Nullable List<ToolCall> toolCalls;
    private @Nullable Usage usage;
    private @Nullable FinishReason finishReason;
    private @Nullable String model;
    private boolean media;
    private int countedText;
    private int countedReasoning;
    private int countedCalls;

    public void add(Delta delta) {
        delta.addTo(this);
    }

    /** Adds to the text. */
    public void addText(String piece) {
        text.add(piece);
    }

    /** Adds to the reasoning; null for nothing. */
    public void addReasoning(@Nullable String piece) {
        if (piece == null || piece.isEmpty()) {
            return;
        }
        if (reasoning == null) {
            reasoning = new TextPieces();
        }
        reasoning.add(piece);
    }

    /** Adds complete tool calls. */
    public void addToolCalls(List<ToolCall> calls) {
        if (calls.isEmpty()) {
            return;
        }
        if (toolCalls == null) {
            toolCalls = new ArrayList<>();
        }
        toolCalls.addAll(calls);
    }

    /** Notes that there is media in the answer. */
    public void addMedia() {
        media = true;
    }

    /** Takes a count in place of the one before; null leaves it. It covers what was added so far. */
    public void replaceUsage(@Nullable Usage counted) {
        if (counted != null) {
            usage = counted;
            countedText = text.count();
            countedReasoning = reasoning == null ? 0 : reasoning.count();
            countedCalls = toolCalls == null ? 0 : toolCalls.size();
        }
    }

    /** Takes a reason in place of the one before; null leaves it. */
    public void replaceFinishReason(@Nullable FinishReason reason) {
        finishReason = reason == null ? finishReason : reason;
    }

    /** Takes a name in place of the one before; null and empty leave it. */
    public void replaceModel(@Nullable String served) {
        model = served == null || served.isEmpty() ? model : served;
    }

    /** The last usage that a delta named; null when none did. */
    public @Nullable Usage usage() {
        return usage;
    }

    /** What a stream that broke off has used: the last count with what came after it, reckoned; null when nothing was counted. */
    public @Nullable Usage usage(TokenEstimator tokens) {
        Usage last = usage;
        if (last == null) {
            return null;
        }
        long more = tokens.tokens(text.from(countedText));
        if (reasoning != null) {
            more += tokens.tokens(reasoning.from(countedReasoning));
        }
        if (toolCalls != null) {
            for (ToolCall call : toolCalls.subList(countedCalls, toolCalls.size())) {
                more += tokens.tokens(call.name()) + tokens.tokens(call.arguments());
            }
        }
        return more == 0 ? last : last.plus(Usage.estimated(0, more).withDetails(UsageDetails.of(last.tier())));
    }

    /** Characters of text and reasoning so far, tool-call arguments included. */
    public long characters() {
        long characters = text.length();
        if (reasoning != null) {
            characters += reasoning.length();
        }
        if (toolCalls != null) {
            for (ToolCall call : toolCalls) {
                characters += call.name().length();
                characters += call.arguments().length();
            }
        }
        return characters;
    }

    /** Whether nothing arrived that anybody could be charged for. */
    public boolean isEmpty() {
        return usage == null && characters() == 0 && !media;
    }

    /** Whether the stream said why it ended; a stream that did not was cut. */
    public boolean isFinished() {
        return finishReason != null;
    }

    /** The reply so far; more can be set on it. */
    public ChatReply.Builder reply() {
        List<ToolCall> calls = toolCalls == null ? List.of() : toolCalls;
        FinishReason reason = finishReason;
        if (reason == null) {
            reason = calls.isEmpty() ? FinishReason.STOP : FinishReason.TOOL_USE;
        }
        return ChatReply.builder()
                .message(Message.assistant(text.soFar(), calls))
                .reasoning(reasoning == null ? null : reasoning.soFar().text())
                .usage(usage)
                .finishReason(reason)
                .model(model)
                .opaqueParts(media);
    }
}
