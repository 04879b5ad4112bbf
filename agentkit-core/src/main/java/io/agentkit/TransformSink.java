package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Delta;
import java.util.ArrayList;
import java.util.List;

/** Passes deltas on with another text. What comes with or after a finish reason waits for the text that is still held back. */
final class TransformSink implements DeltaSink {

    private final DeltaSink out;

    private final DeltaTransform transform;

    private final List<Delta> tail = new ArrayList<>(2);

    private DeltaTransform.Session session;

    TransformSink(DeltaSink out, DeltaTransform transform) {
        this.out = out;
        this.transform = transform;
        this.session = transform.begin();
    }

    @Override
    public void delta(Delta delta) {
        Delta changed = delta;
        if (!delta.text().isEmpty()) {
            passTail();
            changed = delta.withText(session.text(delta.text()));
        }
        if (!tail.isEmpty() || changed.finishReason() != null) {
            tail.add(changed);
        } else if (changed == delta || changed.commits() || changed.usage() != null) {
            out.delta(changed);
        }
    }

    private void passTail() {
        tail.forEach(out::delta);
        tail.clear();
    }

    @Override
    public void restarted(Throwable cause) {
        session = transform.begin();
        tail.clear();
        out.restarted(cause);
    }

    @Override
    public void end() {
        String rest = session.end();
        if (!rest.isEmpty()) {
            if (tail.isEmpty()) {
                tail.add(Delta.text(rest));
            } else {
                Delta last = tail.get(0);
                tail.set(0, last.withText(last.text() + rest));
            }
        }
        passTail();
        session = transform.begin();
        out.end();
    }

    /** The same change to the whole reply, which is then still the one that was streamed. */
    static ChatReply apply(ChatReply reply, DeltaTransform transform) {
        DeltaTransform.Session session = transform.begin();
        String text = session.text(reply.text()) + session.end();
        return text.equals(reply.text())
                ? reply
                : reply.mutate()
                        .message(reply.message().withText(text))
                        .streamMark(reply.streamMark())
                        .build();
    }
}
