package io.agentkit.boot;

import io.agentkit.spec.MiddlewareSpec;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.origin.Origin;

/** Reads one block into one record, and says in plain words why that cannot be done. */
final class SpecBinder {

    /** How a record names the setting it complains about: {@code 'maxAttempts' must be ...}. */
    private static final Pattern NAMED = Pattern.compile("^'([A-Za-z0-9.]+)'");

    private static final Pattern MISSING = Pattern.compile("must (be set|not be null|name)");

    /** The value that a record refuses, as it says it at the end. */
    private static final Pattern REFUSED = Pattern.compile("\\(was '?(.*?)'?\\)$");

    /** A setting in words about another one, with its value or without: {@code 'maxTokens'}, {@code 'onExceeded: degrade'}. */
    private static final Pattern SETTING = Pattern.compile("(?<=['.])[a-z]+(?:[A-Z][a-z]+)+(?=[':.])");

    private static final BindHandler HANDLER = new ExactNumbers();

    private final PropertyTree tree;

    SpecBinder(PropertyTree tree) {
        this.tree = tree;
    }

    /**
     * @param whence the entry of the list that asks for the block, for errors about settings that nobody wrote
     */
    <T extends MiddlewareSpec> T bind(
            ConfigurationPropertyName block, Class<T> type, @Nullable ConfigurationProperty whence) {
        try {
            return tree.binder().bindOrCreate(block, Bindable.of(type), HANDLER);
        } catch (BindException failure) {
            throw explain(block, failure, whence);
        }
    }

    /** Reads anything else, such as a list or a map. */
    <T> @Nullable T bind(ConfigurationPropertyName name, Bindable<T> target) {
        try {
            return tree.binder().bind(name, target, HANDLER).orElse(null);
        } catch (BindException failure) {
            throw explain(name, failure, null);
        }
    }

    private InvalidConfigurationException explain(
            ConfigurationPropertyName block, BindException failure, @Nullable ConfigurationProperty whence) {
        ConversionProblem problem = ConversionProblem.in(failure);
        ConfigurationProperty property = failure.getProperty();
        if (problem != null) {
            return Complaint.about(tree.inOwnWords(failure.getName()), property, problem.reason())
                    .remedy(problem.remedy(), failure);
        }
        ExactNumbers.LostDigitsException lost = ExactNumbers.LostDigitsException.in(failure);
        if (lost != null) {
            return Complaint.about(tree.inOwnWords(failure.getName()), property, String.valueOf(lost.getMessage()))
                    .remedy("Write the number in quotes: all its digits are kept then.", failure);
        }
        String refusal = refusal(failure);
        ConfigurationPropertyName setting = settingNamedIn(refusal, block, failure);
        ConfigurationProperty written = setting == null ? null : written(setting, refusal);
        String reason = inWordsOfFiles(refusal);
        if (setting != null && written != null) {
            String name = tree.inOwnWords(setting.isAncestorOf(written.getName()) ? written.getName() : setting);
            return Complaint.about(name, written, reason)
                    .remedy(
                            (reason.contains("must not be set")
                                            ? "Remove '%s', or what it does not go with."
                                            : "Correct the value of '%s'.")
                                    .formatted(name),
                            failure);
        }
        ConfigurationProperty around = tree.firstAt(failure.getName());
        Origin origin = whence != null ? whence.getOrigin() : around == null ? null : around.getOrigin();
        if (setting != null && MISSING.matcher(reason).find()) {
            return new Complaint(tree.inOwnWords(setting), null, origin, reason)
                    .remedy("Write '%s'.".formatted(tree.inOwnWords(setting)), failure);
        }
        String name = tree.inOwnWords(failure.getName());
        return new Complaint(name, null, around == null ? origin : around.getOrigin(), reason)
                .remedy("Correct the settings below '%s'.".formatted(name), failure);
    }

    /** What was written of the setting; of a list the entry that is refused, where the record says which. */
    private @Nullable ConfigurationProperty written(ConfigurationPropertyName setting, String refusal) {
        Matcher refused = REFUSED.matcher(refusal);
        ConfigurationProperty entry =
                tree.find(setting) == null && refused.find() ? tree.withValue(setting, refused.group(1)) : null;
        return entry != null ? entry : tree.firstAt(setting);
    }

    /** Records name settings as Java does. What is refused stays as it was written. */
    private static String inWordsOfFiles(String refusal) {
        Matcher refused = REFUSED.matcher(refusal);
        int end = refused.find() ? refused.start() : refusal.length();
        return SETTING.matcher(refusal.substring(0, end))
                        .replaceAll(setting -> DataObjectPropertyName.toDashedForm(setting.group()))
                + refusal.substring(end);
    }

    /** The setting at fault; null when the record names none. It may name it from the block on, or from the record within the block. */
    private @Nullable ConfigurationPropertyName settingNamedIn(
            String reason, ConfigurationPropertyName block, BindException failure) {
        Matcher named = NAMED.matcher(reason);
        if (!named.find()) {
            return null;
        }
        ConfigurationPropertyName outer = setting(block, named.group(1));
        ConfigurationPropertyName inner = setting(failure.getName(), named.group(1));
        return tree.firstAt(outer) != null || named.group(1).contains(".") ? outer : inner;
    }

    private static ConfigurationPropertyName setting(ConfigurationPropertyName block, String component) {
        ConfigurationPropertyName name = block;
        for (String part : component.split("\\.", -1)) {
            name = name.append(DataObjectPropertyName.toDashedForm(part));
        }
        return name;
    }

    /** What the record said when it refused. */
    private static String refusal(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
            if (cause instanceof IllegalArgumentException || cause instanceof NullPointerException) {
                break;
            }
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
