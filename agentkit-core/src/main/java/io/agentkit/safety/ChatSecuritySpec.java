package io.agentkit.safety;

import io.agentkit.ChatMiddleware;
import io.agentkit.detect.Category;
import io.agentkit.detect.OwnPattern;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.Resources;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Settings of {@code security} around models: looks for attacks in what reaches the model, and on request in what it answers. Works with
 * rules, without any model. Immutable.
 *
 * @param scan which messages are looked at; the latest by default
 * @param onUser what becomes of a message that holds what looks like an attack; block by default
 * @param onToolResult the same for the result of a tool; wrap by default, so that the agent goes on
 * @param onReply the same for the answer: flag, strip or block, the last two of which hold a stream back until its end; by default answers
 *     are not looked at
 * @param actions what becomes of a text by what the attack is after, whoever wrote it, in place of the three above; none by default. What
 *     a rule is not sure of is only flagged where nothing is said here
 * @param invisible what becomes of characters that people do not see, attack or not; keep by default
 * @param patterns patterns of the application's own, added to the built-in rules; none by default, and never empty
 * @param replace whether these patterns stand in place of the built-in rules; no by default
 * @param classifier bean that judges what the rules let through; the only {@link InjectionClassifier} there is by default, else none
 * @param classifierThreshold from which score on a text is an attack, above 0 and at most 1; 0.9 by default
 * @param onClassifierFailure what becomes of a text that it could not judge; allow by default
 */
@ConfigurationPropertiesSource
public record ChatSecuritySpec(
        SecurityScan scan,
        SecurityAction onUser,
        SecurityAction onToolResult,
        @Nullable SecurityAction onReply,
        Map<Category, SecurityAction> actions,
        InvisibleCharacters invisible,
        @Nullable List<OwnPattern> patterns,
        Boolean replace,
        @Nullable String classifier,
        Double classifierThreshold,
        OnClassifierFailure onClassifierFailure)
        implements ChatSpec {

    private static final ChatSecuritySpec DEFAULTS =
            new ChatSecuritySpec(null, null, null, null, null, null, null, null, null, null, null);

    /** @throws IllegalArgumentException when patterns are empty or missing, an action cannot be taken, or a threshold is out of bounds */
    public ChatSecuritySpec(
            @Nullable SecurityScan scan,
            @Nullable SecurityAction onUser,
            @Nullable SecurityAction onToolResult,
            @Nullable SecurityAction onReply,
            @Nullable Map<Category, SecurityAction> actions,
            @Nullable InvisibleCharacters invisible,
            @Nullable List<OwnPattern> patterns,
            @Nullable Boolean replace,
            @Nullable String classifier,
            @Nullable Double classifierThreshold,
            @Nullable OnClassifierFailure onClassifierFailure) {
        this.scan = Objects.requireNonNullElse(scan, SecurityScan.LATEST);
        this.onUser = Objects.requireNonNullElse(onUser, SecurityAction.BLOCK);
        this.onToolResult = Objects.requireNonNullElse(onToolResult, SecurityAction.WRAP);
        this.onReply = onReply;
        this.actions =
                actions == null || actions.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(actions));
        this.invisible = Objects.requireNonNullElse(invisible, InvisibleCharacters.KEEP);
        this.patterns = patterns == null ? null : List.copyOf(patterns);
        this.replace = Objects.requireNonNullElse(replace, false);
        this.classifier = classifier;
        this.classifierThreshold = Objects.requireNonNullElse(classifierThreshold, 0.9);
        this.onClassifierFailure = Objects.requireNonNullElse(onClassifierFailure, OnClassifierFailure.ALLOW);
        if (onReply == SecurityAction.WRAP) {
            throw new IllegalArgumentException(
                    "'onReply' must be flag, strip or block (was wrap): an answer is no data");
        }
        if (!(this.classifierThreshold > 0 && this.classifierThreshold <= 1)) {
            throw new IllegalArgumentException(
                    "'classifierThreshold' must be above 0 and at most 1 (was %s)".formatted(classifierThreshold));
        }
        OwnPatterns.check(this.patterns, this.replace);
    }

    public static ChatSecuritySpec defaults() {
        return DEFAULTS;
    }

    public ChatSecuritySpec withScan(SecurityScan value) {
        return new ChatSecuritySpec(
                value,
                onUser,
                onToolResult,
                onReply,
                actions,
                invisible,
                patterns,
                replace,
                classifier,
                classifierThreshold,
                onClassifierFailure);
    }

    public ChatSecuritySpec withOnUser(SecurityAction value) {
        return new ChatSecuritySpec(
                scan,
                value,
                onToolResult,
                onReply,
                actions,
                invisible,
                patterns,
                replace,
                classifier,
                classifierThreshold,
                onClassifierFailure);
    }

    public ChatSecuritySpec withOnToolResult(SecurityAction value) {
        return new ChatSecuritySpec(
                scan,
                onUser,
                value,
                onReply,
                actions,
                invisible,
                patterns,
                replace,
                classifier,
                classifierThreshold,
                onClassifierFailure);
    }

    public ChatSecuritySpec withOnReply(@Nullable SecurityAction value) {
        return new ChatSecuritySpec(
                scan,
                onUser,
                onToolResult,
                value,
                actions,
                invisible,
                patterns,
                replace,
                classifier,
                classifierThreshold,
                onClassifierFailure);
    }

    public ChatSecuritySpec withActions(Map<Category, SecurityAction> value) {
        return new ChatSecuritySpec(
                scan,
                onUser,
                onToolResult,
                onReply,
                value,
                invisible,
                patterns,
                replace,
                classifier,
                classifierThreshold,
                onClassifierFailure);
    }

    public ChatSecuritySpec withInvisible(InvisibleCharacters value) {
        return new ChatSecuritySpec(
                scan,
                onUser,
                onToolResult,
                onReply,
                actions,
                value,
                patterns,
                replace,
                classifier,
                classifierThreshold,
                onClassifierFailure);
    }

    /** @param inPlace whether they stand in place of the built-in rules */
    public ChatSecuritySpec withPatterns(List<OwnPattern> value, boolean inPlace) {
        return new ChatSecuritySpec(
                scan,
                onUser,
                onToolResult,
                onReply,
                actions,
                invisible,
                value,
                inPlace,
                classifier,
                classifierThreshold,
                onClassifierFailure);
    }

    public ChatSecuritySpec withClassifier(@Nullable String bean, double threshold, OnClassifierFailure onFailure) {
        return new ChatSecuritySpec(
                scan, onUser, onToolResult, onReply, actions, invisible, patterns, replace, bean, threshold, onFailure);
    }

    @Override
    public ChatMiddleware chatMiddleware(Resources resources) {
        InjectionClassifier judge = classifier == null
                ? resources.find(InjectionClassifier.class)
                : resources.get(classifier, InjectionClassifier.class);
        return new ChatSecurity(this, OwnPatterns.detector(patterns, replace), judge);
    }
}
