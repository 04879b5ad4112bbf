package io.agentkit.boot;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.boot.origin.Origin;

/**
 * Stops the start: something below {@code agentkit} cannot be what was meant. Spring Boot prints the property, where it was written, the
 * reason and what to write instead; all of it when there is more than one mistake.
 */
public final class InvalidConfigurationException extends FailureAnalyzedException {

    private static final long serialVersionUID = 1L;

    /** More of them are only counted. */
    private static final int MOST = 20;

    private static final String CORRECT_ALL = "Correct each of them as its remedy says.";

    private final String property;

    private final transient @Nullable Origin origin;

    private final transient @Nullable Complaint complaint;

    private final String remedy;

    InvalidConfigurationException(Complaint complaint, String remedy) {
        super(complaint.text(), remedy);
        this.complaint = complaint;
        this.remedy = remedy;
        property = complaint.property();
        origin = complaint.origin();
    }

    InvalidConfigurationException(Complaint complaint, String remedy, Throwable cause) {
        super(complaint.text(), remedy, cause);
        this.complaint = complaint;
        this.remedy = remedy;
        property = complaint.property();
        origin = complaint.origin();
    }

    /** Several, at least two. */
    InvalidConfigurationException(List<InvalidConfigurationException> all) {
        super(text(all), CORRECT_ALL, all.get(0));
        complaint = null;
        remedy = CORRECT_ALL;
        property = all.get(0).property;
        origin = all.get(0).origin;
        all.subList(1, all.size()).forEach(this::addSuppressed);
    }

    private static String text(List<InvalidConfigurationException> all) {
        StringBuilder text =
                new StringBuilder("The configuration of agentkit is not valid in %d places:\n".formatted(all.size()));
        for (InvalidConfigurationException each : all.subList(0, Math.min(MOST, all.size()))) {
            text.append(each.complaint == null ? "" : each.complaint.lines());
            text.append("\n    Remedy: ").append(each.remedy).append('\n');
        }
        return all.size() > MOST
                ? text + "\n    and %d more".formatted(all.size() - MOST)
                : text.toString().stripTrailing();
    }

    /** The property at fault, such as {@code agentkit.chat.chain[1]}; the first one when there are several. */
    public String property() {
        return property;
    }

    /** Where it was written; null when it was written nowhere. */
    public @Nullable Origin origin() {
        return origin;
    }

    /** Why; null when there are several. */
    @Nullable
    String reason() {
        return complaint == null ? null : complaint.reason();
    }
}
