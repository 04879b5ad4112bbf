package io.agentkit.detect;

import java.util.Locale;

/** What an attack is after. */
public enum Category {
    /** Has the model ignore what it was told. */
    INSTRUCTION_OVERRIDE,
    /** Passes itself off as the system, the developer, or another turn of the conversation. */
    ROLE_SPOOFING,
    /** Wants to see the prompt, or a secret in it. */
    PROMPT_EXTRACTION,
    /** Talks the model out of its limits: personas, modes, answers without refusal. */
    JAILBREAK,
    /** Sends data elsewhere: by images and links that carry it, or by asking for it. */
    EXFILTRATION,
    /** Data that has an agent act: addresses it, hides from its user, or asks for harm. */
    TOOL_ABUSE,
    /** Data that says how the model's answer has to be. */
    OUTPUT_STEERING,
    /** Markup that runs where the text is shown. */
    ACTIVE_CONTENT,
    /** Characters that spell a text which people do not see. */
    HIDDEN_TEXT,
    /** What the application's own patterns look for, unless they say otherwise. */
    CUSTOM,
    /** What a classifier of the application takes for an attack. */
    CLASSIFIED;

    private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** As it is written in settings, metrics and messages, such as {@code instruction-override}. */
    public String text() {
        return text;
    }
}
