package io.agentkit.safety;

import io.agentkit.ToolMiddleware;
import io.agentkit.detect.OwnPattern;
import io.agentkit.spec.Resources;
import io.agentkit.spec.ToolSpec;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Settings of {@code security} around tools: what they give back reaches the model marked as data that nobody vouches for, with a warning
 * where it holds what looks like instructions. What goes to the application or to a person stays as it is. Immutable.
 *
 * @param wrap whether results are marked; always by default
 * @param onMarker what becomes of a result that holds what looks like instructions; note by default
 * @param invisible what becomes of characters that people do not see; keep by default
 * @param redact what is taken out of results; nothing by default
 * @param trusted tools whose results are left as they are, by names where {@code *} stands for any characters and {@code ?} for one; none by
 *     default
 * @param patterns patterns of the application's own, added to the built-in rules; none by default, and never empty
 * @param replace whether these patterns stand in place of the built-in rules; no by default
 */
@ConfigurationPropertiesSource
public record SecuritySpec(
        Wrapping wrap,
        OnMarker onMarker,
        InvisibleCharacters invisible,
        Set<Redaction> redact,
        List<String> trusted,
        @Nullable List<OwnPattern> patterns,
        Boolean replace)
        implements ToolSpec {

    private static final SecuritySpec DEFAULTS = new SecuritySpec(null, null, null, null, null, null, null);

    /** @throws IllegalArgumentException when a name in {@code trusted} is blank, or patterns are empty or missing */
    public SecuritySpec(
            @Nullable Wrapping wrap,
            @Nullable OnMarker onMarker,
            @Nullable InvisibleCharacters invisible,
            @Nullable Set<Redaction> redact,
            @Nullable List<String> trusted,
            @Nullable List<OwnPattern> patterns,
            @Nullable Boolean replace) {
        this.wrap = Objects.requireNonNullElse(wrap, Wrapping.ALWAYS);
        this.onMarker = Objects.requireNonNullElse(onMarker, OnMarker.NOTE);
        this.invisible = Objects.requireNonNullElse(invisible, InvisibleCharacters.KEEP);
        this.redact =
                redact == null || redact.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(redact));
        this.trusted = trusted == null ? List.of() : List.copyOf(trusted);
        this.patterns = patterns == null ? null : List.copyOf(patterns);
        this.replace = Objects.requireNonNullElse(replace, false);
        OwnPatterns.check(this.patterns, this.replace);
        if (this.trusted.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("'trusted' must name tools (was %s)".formatted(this.trusted));
        }
    }

    public static SecuritySpec defaults() {
        return DEFAULTS;
    }

    public SecuritySpec withWrap(Wrapping value) {
        return new SecuritySpec(value, onMarker, invisible, redact, trusted, patterns, replace);
    }

    public SecuritySpec withOnMarker(OnMarker value) {
        return new SecuritySpec(wrap, value, invisible, redact, trusted, patterns, replace);
    }

    public SecuritySpec withInvisible(InvisibleCharacters value) {
        return new SecuritySpec(wrap, onMarker, value, redact, trusted, patterns, replace);
    }

    public SecuritySpec withRedact(Set<Redaction> value) {
        return new SecuritySpec(wrap, onMarker, invisible, value, trusted, patterns, replace);
    }

    public SecuritySpec withTrusted(List<String> value) {
        return new SecuritySpec(wrap, onMarker, invisible, redact, value, patterns, replace);
    }

    /** @param inPlace whether they stand in place of the built-in rules */
    public SecuritySpec withPatterns(List<OwnPattern> value, boolean inPlace) {
        return new SecuritySpec(wrap, onMarker, invisible, redact, trusted, value, inPlace);
    }

    @Override
    public ToolMiddleware toolMiddleware(Resources resources) {
        return new ResultSecurity(this, OwnPatterns.detector(patterns, replace));
    }
}
