package io.agentkit.resilience;

import org.jspecify.annotations.Nullable;

/**
 * A model that can be asked for an answer.
 *
 * @param name as it is in the settings; null for {@link #OWN}
 * @param place where its requests go
 */
record Backup(@Nullable String name, ChatTarget place) {

    /** The one that a request asks for by itself. */
    static final Backup OWN = new Backup(null, own -> new ChatTarget.Place(own, null));
}
