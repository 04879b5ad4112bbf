package io.agentkit.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.origin.Origin;

/** What is wrong with which property: the first half of every message that stops a start. */
record Complaint(
        String property, @Nullable Object value, @Nullable Origin origin, String reason) {

    static Complaint about(String property, @Nullable ConfigurationProperty found, String reason) {
        return found == null
                ? new Complaint(property, null, null, reason)
                : new Complaint(property, found.getValue(), found.getOrigin(), reason);
    }

    /** About a block: {@code found} only tells where it is. */
    static Complaint aboutBlock(String property, @Nullable ConfigurationProperty found, String reason) {
        return new Complaint(property, null, found == null ? null : found.getOrigin(), reason);
    }

    InvalidConfigurationException remedy(String remedy) {
        return new InvalidConfigurationException(this, remedy);
    }

    InvalidConfigurationException remedy(String remedy, Throwable cause) {
        return new InvalidConfigurationException(this, remedy, cause);
    }

    String text() {
        return "The configuration of agentkit is not valid:\n" + lines();
    }

    /** Without the sentence before it. */
    String lines() {
        StringBuilder text = new StringBuilder();
        line(text, "Property", property);
        if (value != null && !value.toString().isBlank()) {
            line(text, "Value", Secrets.isSecret(property) ? Secrets.HIDDEN : "\"" + value + "\"");
        }
        if (origin != null) {
            line(text, "Origin", origin.toString());
        }
        line(text, "Reason", reason);
        return text.toString();
    }

    private static void line(StringBuilder text, String label, String content) {
        text.append("\n    ").append(label).append(": ").append(content);
    }
}
