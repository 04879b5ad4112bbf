package io.agentkit;

import io.agentkit.chat.Delta;

/**
 * Is told what a provider sends, and from when on it is waited for: what watches over idle streams. Called by one thread at a time for each
 * request; must be quick and must not throw.
 */
public interface DeltaWatch {

    /** A delta arrived. Nothing is waited for while it is on its way to the consumer. */
    void arrived(Delta delta);

    /** The provider is to send more: the last delta is dealt with and the consumer has asked for another one. */
    void waiting();
}
