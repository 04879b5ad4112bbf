package io.agentkit.compaction;

import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolOutput;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes a transcript one that providers take: system messages first, each call followed by its results, nothing without its counterpart. Not
 * thread-safe.
 */
final class TranscriptRepair {

    /**
     * A transcript that can be sent.
     *
     * @param messages the same objects as far as nothing in them had to change
     */
    record Repaired(List<Message> messages, TranscriptRepairs repairs) {}

    /** An assistant's message, and what answers its calls. */
    private static final class Round {

        private final Message message;
        private final List<ToolCall> calls;
        private final boolean[] answered;
        private final List<Message> results = new ArrayList<>(2);

        Round(Message message, List<ToolCall> calls) {
            this.message = message;
            this.calls = calls;
            this.answered = new boolean[calls.size()];
        }
    }

    private final List<Message> system = new ArrayList<>(2);

    /** A message, or a {@link Round}. */
    private final List<Object> rest = new ArrayList<>();

    private final List<Round> rounds = new ArrayList<>();
    private int orphans;
    private int unanswered;
    private int duplicateResults;
    private int duplicateCalls;
    private int empty;
    private int begunTurn;

    /** Whether there was a result before any call and any message of the user. */
    private boolean begunInTurn;

    private int moved;

    private TranscriptRepair() {}

    static Repaired of(List<Message> messages) {
        TranscriptRepair repair = new TranscriptRepair();
        for (Message message : messages) {
            repair.add(message);
        }
        return repair.repaired();
    }

    private void add(Message message) {
        switch (message.role()) {
            case SYSTEM -> {
                system.add(message);
                moved += rest.isEmpty() ? 0 : 1;
            }
            case USER -> rest.add(message);
            case ASSISTANT -> addAnswer(message);
            case TOOL -> addResults(message);
        }
    }

    private void addAnswer(Message message) {
        if (Soundness.isEmptyAnswer(message)) {
            empty++;
            return;
        }
        if (message.toolCalls().isEmpty()) {
            rest.add(message);
            return;
        }
        List<ToolCall> calls = new ArrayList<>(message.toolCalls().size());
        Set<String> ids = new HashSet<>();
        for (ToolCall call : message.toolCalls()) {
            if (call.id().isEmpty() || ids.add(call.id())) {
                calls.add(call);
            } else {
                duplicateCalls++;
            }
        }
        Round round = new Round(message, calls);
        rounds.add(round);
        rest.add(round);
    }

    /** Results of one message usually answer one round, and the message stays the same object then. */
    private void addResults(Message message) {
        List<ToolOutput> outputs = message.toolOutputs();
        Round[] owners = new Round[outputs.size()];
        for (int i = 0; i < owners.length; i++) {
            owners[i] = owner(outputs.get(i));
        }
        boolean displaced = false;
        for (Round round : distinct(owners)) {
            List<ToolOutput> own = new ArrayList<>(outputs.size());
            for (int i = 0; i < owners.length; i++) {
                if (owners[i] == round) {
                    own.add(outputs.get(i));
                }
            }
            round.results.add(own.size() == outputs.size() ? message : message.withToolOutputs(own));
            displaced |= round != rest.get(rest.size() - 1);
        }
        moved += displaced ? 1 : 0;
    }

    private static List<Round> distinct(@Nullable Round[] owners) {
        List<Round> distinct = new ArrayList<>(1);
        for (Round owner : owners) {
            if (owner != null && !distinct.contains(owner)) {
                distinct.add(owner);
            }
        }
        return distinct;
    }

    /** The latest round that waits for this result; identifiers may come again in a later round. */
    private @Nullable Round owner(ToolOutput output) {
        boolean known = false;
        for (int i = rounds.size() - 1; i >= 0; i--) {
            Round round = rounds.get(i);
            for (int call = 0; call < round.calls.size(); call++) {
                if (!answers(output, round.calls.get(call))) {
                    continue;
                }
                if (!round.answered[call]) {
                    round.answered[call] = true;
                    return round;
                }
                known = true;
            }
        }
        if (known) {
            duplicateResults++;
        } else {
            orphans++;
            begunInTurn |= rounds.isEmpty() && rest.stream().allMatch(TranscriptRepair::isAnswer);
        }
        return null;
    }

    /** Without identifiers, the name has to do. */
    private static boolean answers(ToolOutput output, ToolCall call) {
        return output.callId().equals(call.id())
                && (!call.id().isEmpty()
                        || output.name().isEmpty()
                        || output.name().equals(call.name()));
    }

    /** Results without their calls at the beginning are what is left of a turn, and so is the rest of it. */
    private void dropBegunTurn() {
        int user = 0;
        while (user < rest.size() && isAnswer(rest.get(user))) {
            user++;
        }
        if (user < rest.size()) {
            begunTurn += user;
            rest.subList(0, user).clear();
        }
    }

    private static boolean isAnswer(Object each) {
        return each instanceof Round || ((Message) each).role() == Message.Role.ASSISTANT;
    }

    private Repaired repaired() {
        if (begunInTurn) {
            dropBegunTurn();
        }
        List<Message> messages = new ArrayList<>(system);
        for (Object each : rest) {
            if (each instanceof Round round) {
                addRound(messages, round);
            } else {
                messages.add((Message) each);
            }
        }
        return new Repaired(
                messages,
                new TranscriptRepairs(orphans, unanswered, duplicateResults, duplicateCalls, empty, begunTurn, moved));
    }

    private void addRound(List<Message> messages, Round round) {
        List<ToolCall> kept = new ArrayList<>(round.calls.size());
        for (int call = 0; call < round.answered.length; call++) {
            if (round.answered[call]) {
                kept.add(round.calls.get(call));
            } else {
                unanswered++;
            }
        }
        Message asking = round.message;
        if (!kept.isEmpty() || !asking.text().isBlank() || !asking.media().isEmpty()) {
            messages.add(asking.withToolCalls(kept));
            messages.addAll(round.results);
        }
    }
}
