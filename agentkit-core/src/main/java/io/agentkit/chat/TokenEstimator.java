package io.agentkit.chat;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Guesses how many tokens a text is, quickly: calls wait for it. Thread-safe.
 */
@FunctionalInterface
public interface TokenEstimator {

    /**
     * One token per four characters, at least 1 for a text that is not empty: good to some 40 % for English prose, and free. Characters
     * outside Latin scripts count as a token each.
     */
    TokenEstimator QUARTER = text -> {
        int wide = 0;
        for (int i = 0; i < text.length(); i++) {
            wide += text.charAt(i) >= 0x2E80 ? 1 : 0;
        }
        int narrow = text.length() - wide;
        return wide + (narrow + 3L) / 4;
    };

    /** Tokens in the text; 0 only for an empty one. */
    long tokens(String text);

    /**
     * The one to charge by where a provider did not count: it may take its time to come closer. This one by default.
     *
     * @param model the model that served, or that was asked; null when nobody said
     */
    default TokenEstimator forBilling(@Nullable String model) {
        return this;
    }

    /**
     * One that counts no fewer tokens of a text than the model does, for budgets that nothing may go over.
     *
     * @param provider who serves the model; null when that is not known
     * @param model the model that is asked; null when nobody said
     * @return null where the tokenizer is not public, as by default: then bytes have to be counted
     */
    default @Nullable TokenEstimator upperBound(@Nullable String provider, @Nullable String model) {
        return null;
    }

    /** Tokens of a whole request: messages, media, tool calls and results in them, tool schemas, and some for the framing of each message. */
    default long tokens(ChatRequest request) {
        long sum = 0;
        List<Message> messages = request.messages();
        for (int i = 0; i < messages.size(); i++) {
            sum += tokens(messages.get(i));
        }
        List<ToolDescription> tools = request.tools();
        for (int i = 0; i < tools.size(); i++) {
            ToolDescription tool = tools.get(i);
            sum += tokens(tool.name()) + tokens(tool.description()) + tokens(tool.inputSchema());
        }
        return sum;
    }

    /**
     * Tokens of an image, a sound or a document: 1,600, about a large image or a dense page, since chains do not look inside. What a provider
     * bills may be a few tokens or many thousands.
     */
    default long tokens(Media media) {
        return 1_600;
    }

    /** Tokens of one message, framing and media included. */
    default long tokens(Message message) {
        // Calls wait for it, and iterators of small lists cost more than the lists.
        long sum = 4 + tokens(message.text());
        List<Media> media = message.media();
        for (int i = 0; i < media.size(); i++) {
            sum += tokens(media.get(i));
        }
        List<ToolCall> calls = message.toolCalls();
        for (int i = 0; i < calls.size(); i++) {
            sum += tokens(calls.get(i).name()) + tokens(calls.get(i).arguments());
        }
        List<ToolOutput> outputs = message.toolOutputs();
        for (int i = 0; i < outputs.size(); i++) {
            sum += tokens(outputs.get(i).text());
        }
        return sum;
    }
}
