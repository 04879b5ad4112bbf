package io.agentkit.safety;

/** What is taken out of the results of tools before a model reads them, by its shape. */
public enum Redaction {
    /** E-mail addresses. */
    EMAIL,
    /** Phone numbers, and with them long numbers of other kinds. */
    PHONE
}
