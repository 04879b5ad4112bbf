package io.agentkit.test;

import io.agentkit.chat.Media;
import io.agentkit.chat.Message;
import io.agentkit.chat.Message.Role;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolOutput;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Makes up conversations with parallel tool calls, the same ones for the same seed. Not thread-safe. */
public final class RandomTranscripts {

    private static final String WORDS =
            "the order 4711 of 12 March was sent to Oslo; why does it say {\"status\":\"lost\"} and not 3,50 EUR? 注文はどこですか "
                    .repeat(200);

    private static final int LONGEST = WORDS.length() / 2;

    private final Random random;
    private final List<Message> messages = new ArrayList<>();
    private int ids;

    public RandomTranscripts(long seed) {
        this.random = new Random(seed);
    }

    /** One that both providers take and that waits for an answer. */
    public List<Message> sound() {
        messages.clear();
        ids = 0;
        for (int system = random.nextInt(3); system > 0; system--) {
            messages.add(Message.system(text(30)));
        }
        for (int turns = random.nextInt(15); turns > 0; turns--) {
            turn();
            messages.add(Message.assistant(text(80)));
            if (chance(20)) {
                messages.add(Message.assistant(text(20)));
            }
        }
        turn();
        return List.copyOf(messages);
    }

    private void turn() {
        if (chance(20)) {
            messages.add(Message.user(text(20)));
        }
        messages.add(chance(15) ? Message.user("", List.of(new Media("image/png", ""))) : Message.user(text(40)));
        while (chance(2)) {
            round();
        }
    }

    private void round() {
        if (chance(15)) {
            messages.add(Message.assistant(text(20)));
        }
        List<ToolCall> calls = new ArrayList<>();
        List<ToolOutput> results = new ArrayList<>();
        for (int i = chance(2) ? 1 : 1 + random.nextInt(5); i > 0; i--) {
            ToolCall call = new ToolCall("call_" + ids++, "tool_" + random.nextInt(4), text(25));
            calls.add(call);
            results.add(new ToolOutput(call.id(), call.name(), chance(10) ? "" : text(60)));
        }
        Collections.shuffle(results, random);
        messages.add(Message.assistant(chance(2) ? "" : text(20), calls));
        while (!results.isEmpty()) {
            List<ToolOutput> some = results.subList(0, 1 + random.nextInt(results.size()));
            messages.add(Message.tool(some.toArray(ToolOutput[]::new)));
            some.clear();
        }
    }

    /** One that was sound until somebody lost, repeated or moved some of its messages, though not the first of the user's. */
    public List<Message> broken() {
        List<Message> broken = new ArrayList<>(sound());
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            spoil(broken, firstUser(broken) + 1);
        }
        return List.copyOf(broken);
    }

    private static int firstUser(List<Message> messages) {
        int first = 0;
        while (messages.get(first).role() != Role.USER) {
            first++;
        }
        return first;
    }

    private void spoil(List<Message> messages, int from) {
        int at = from + random.nextInt(messages.size() - from + 1);
        boolean there = at < messages.size();
        switch (random.nextInt(6)) {
            case 0 -> messages.add(at, Message.tool(new ToolOutput("call_x", "tool_1", "lost")));
            case 1 -> messages.add(at, Message.system("be brief"));
            case 2 -> messages.add(at, Message.assistant(""));
            case 3 -> {
                if (there) {
                    messages.remove(at);
                }
            }
            case 4 -> {
                if (there && messages.get(at).role() == Role.TOOL) {
                    messages.add(at, messages.get(at));
                }
            }
            default -> {
                if (there) {
                    messages.add(from + random.nextInt(messages.size() - from), messages.remove(at));
                }
            }
        }
    }

    private boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    /** As a rule of at most so many characters, times ten, and now and then much longer. */
    private String text(int most) {
        int length = chance(40) ? 1 + random.nextInt(LONGEST) : 1 + random.nextInt(most * 10);
        int from = random.nextInt(WORDS.length() - length);
        String text = WORDS.substring(from, from + length).strip();
        return text.isEmpty() ? "no" : text;
    }
}
