package io.agentkit.compaction;

import io.agentkit.chat.Message;
import io.agentkit.chat.Message.Role;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sound transcript in parts that are kept or left out as a whole: a user's message, or what the model said to it up to its tool calls with
 * all their results. Answers that follow each other stay together, since the first may hold the thoughts that the provider wants back with
 * the second. Immutable.
 *
 * @param system always sent
 * @param groups the rest, oldest first
 */
record Transcript(List<Message> system, List<Group> groups) {

    /**
     * Messages that belong together.
     *
     * @param isUser whether it is a user's message, which begins a turn
     */
    record Group(boolean isUser, List<Message> messages) {}

    static Transcript of(List<Message> sound) {
        List<Message> system = new ArrayList<>(2);
        List<Group> groups = new ArrayList<>(sound.size());
        int from = 0;
        while (from < sound.size()) {
            Role role = sound.get(from).role();
            int to = from + 1;
            if (role == Role.SYSTEM) {
                system.add(sound.get(from));
            } else {
                to = role == Role.USER ? to : end(sound, to);
                groups.add(new Group(role == Role.USER, sound.subList(from, to)));
            }
            from = to;
        }
        return new Transcript(system, groups);
    }

    /** Results close a group; so does the next user's message. */
    private static int end(List<Message> sound, int from) {
        boolean answered = false;
        int to = from;
        while (to < sound.size()) {
            Role role = sound.get(to).role();
            if (role == Role.USER || (answered && role == Role.ASSISTANT)) {
                return to;
            }
            answered |= role == Role.TOOL;
            to++;
        }
        return to;
    }

    /** The user's message that begins the turn of this group; -1 when there is none. It is sent with any part of its turn. */
    int anchor(int group) {
        int anchor = group;
        while (anchor >= 0 && !groups.get(anchor).isUser()) {
            anchor--;
        }
        return anchor;
    }

    /**
     * What is sent when it begins with this group.
     *
     * @param summary of what is left out; null for none
     */
    List<Message> from(int start, @Nullable Message summary) {
        List<Message> sent = new ArrayList<>(system);
        if (summary != null) {
            sent.add(summary);
        }
        int anchor = start < groups.size() ? anchor(start) : start;
        if (anchor >= 0 && anchor < start) {
            sent.addAll(groups.get(anchor).messages());
        }
        for (int group = start; group < groups.size(); group++) {
            sent.addAll(groups.get(group).messages());
        }
        return sent;
    }
}
