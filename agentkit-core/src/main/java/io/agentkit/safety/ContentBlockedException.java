package io.agentkit.safety;

import io.agentkit.BlockedException;
import io.agentkit.chat.Message.Role;
import io.agentkit.detect.Finding;
import java.util.Locale;

/**
 * A message of the conversation, or the reply, holds what looks like an attack. Says which rule and where, never the text.
 */
public final class ContentBlockedException extends BlockedException {

    private static final long serialVersionUID = 1L;

    private final Role role;

    private final int message;

    private final transient Finding finding;

    ContentBlockedException(Role role, int message, Finding finding) {
        super(
                "The %s message holds what looks like an attack: %s"
                        .formatted(
                                role.name().toLowerCase(Locale.ROOT),
                                finding.category().text().replace('-', ' ')),
                "%s of message %d".formatted(finding, message));
        this.role = role;
        this.message = message;
        this.finding = finding;
    }

    /** Whose message it is. */
    public Role role() {
        return role;
    }

    /** Its place in the conversation, from 0; the number of messages for a reply. */
    public int message() {
        return message;
    }

    /** Which rule and where. */
    public Finding finding() {
        return finding;
    }
}
