package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Delta;

/** Passes deltas on with another text. */
final class TransformSink implements DeltaSink {

    private final DeltaSink out;

    private final DeltaTransform transform;

    private DeltaTransform.Session session;

    TransformSink(DeltaSink out, DeltaTransform transform) {
        this.out = out;
        this.transform = transform;
        this.session = transform.begin();
    }

    @Override
    public void delta(Delta delta) {
        if (delta.text().isEmpty()) {
            out.delta(delta);
            return;
        }
        Delta changed = delta.withText(session.text(delta.text()));
        if (changed.commits() || changed.usage() != null || changed.finishReason() != null) {
            out.delta(changed);
        }
    }

    @Override
    public void restarted(Throwable cause) {
        session = transform.begin();
        out.restarted(cause);
    }

    @Override
    public void end() {
        String rest = session.end();
        if (!rest.isEmpty()) {
            out.delta(Delta.text(rest));
        }
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
