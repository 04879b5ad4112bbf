package io.agentkit.compaction;

import io.agentkit.chat.Message;
import io.agentkit.chat.TokenEstimator;
import io.agentkit.chat.ToolDescription;
import java.util.List;

/** How large the parts of a transcript are. Immutable. */
final class Sizes {

    private final long fixed;

    /** Of the groups before each. */
    private final long[] tokensBefore;

    private final int[] messagesBefore;
    private final int[] anchors;

    /** @param tools are sent with it, and count */
    Sizes(Transcript transcript, List<ToolDescription> tools, TokenEstimator tokens) {
        List<Transcript.Group> groups = transcript.groups();
        tokensBefore = new long[groups.size() + 1];
        messagesBefore = new int[groups.size() + 1];
        anchors = new int[groups.size()];
        long always = 0;
        for (ToolDescription tool : tools) {
            always +=
                    tokens.tokens(tool.name()) + tokens.tokens(tool.description()) + tokens.tokens(tool.inputSchema());
        }
        fixed = always + tokens(transcript.system(), tokens);
        int anchor = -1;
        for (int i = 0; i < anchors.length; i++) {
            anchor = groups.get(i).isUser() ? i : anchor;
            anchors[i] = anchor;
            tokensBefore[i + 1] = tokensBefore[i] + tokens(groups.get(i).messages(), tokens);
            messagesBefore[i + 1] = messagesBefore[i] + groups.get(i).messages().size();
        }
    }

    private static long tokens(List<Message> messages, TokenEstimator tokens) {
        long sum = 0;
        for (Message message : messages) {
            sum += tokens.tokens(message);
        }
        return sum;
    }

    int groups() {
        return anchors.length;
    }

    /** Of what is always sent: system messages and tools. */
    long fixed() {
        return fixed;
    }

    /** Of a request with the groups from start to last, and the message that begins the turn of the first. */
    long tokens(int start, int last) {
        return fixed + tokensBefore[last + 1] - tokensBefore[start] + anchorTokens(start);
    }

    /** System messages apart. */
    int messages(int start, int last) {
        return messagesBefore[last + 1] - messagesBefore[start] + (isAnchorApart(start) ? 1 : 0);
    }

    /** Of what is left out by beginning with this group. */
    long tokensOut(int start) {
        return tokensBefore[start] - anchorTokens(start);
    }

    int messagesOut(int start) {
        return messagesBefore[start] - (isAnchorApart(start) ? 1 : 0);
    }

    private boolean isAnchorApart(int start) {
        return anchors[start] >= 0 && anchors[start] < start;
    }

    private long anchorTokens(int start) {
        return isAnchorApart(start) ? tokensBefore[anchors[start] + 1] - tokensBefore[anchors[start]] : 0;
    }
}
