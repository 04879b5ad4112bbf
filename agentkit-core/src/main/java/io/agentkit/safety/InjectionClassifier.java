package io.agentkit.safety;

import io.agentkit.detect.Origin;

/**
 * Judges texts that the rules let through, with a model of the application's choice. Asked about each new text of a conversation once,
 * before the model is. Has to be thread-safe, and to keep to the call's time itself.
 */
@FunctionalInterface
public interface InjectionClassifier {

    /**
     * @param origin who the text comes from
     * @return how sure it is that the text is an attack, from 0 to 1
     */
    double score(String text, Origin origin);
}
