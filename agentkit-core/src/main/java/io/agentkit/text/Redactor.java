package io.agentkit.text;

/**
 * Takes out of a text what must not be kept or shown: an application that knows what its secrets look like has one as a bean. It is asked
 * for arguments, results and errors of tools wherever these are switched on, after addresses and secret arguments were masked. Thread-safe,
 * and quick: it runs within calls. What it throws means that the text is not kept at all.
 */
@FunctionalInterface
public interface Redactor {

    /** The text without its secrets, or the same text; never null. */
    String redact(String text);
}
