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

/** Reads one block into one record, and says in plain words why that cannot be done. */
final class SpecBinder {

    /** How a record names the setting it complains about: {@code 'maxAttempts' must be ...}. */
    private static final Pattern NAMED = Pattern.compile("^'([A-Za-z0-9.]+)'");

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
            return tree.binder().bindOrCreate(block, Bindable.of(type), BindHandler.DEFAULT);
        } catch (BindException failure) {
            throw explain(block, failure, whence);
        }
    }

    /** Reads anything else, such as a list or a map. */
    <T> @Nullable T bind(ConfigurationPropertyName name, Bindable<T> target) {
        try {
            return tree.binder().bind(name, target).orElse(null);
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
        String reason = refusal(failure);
        Matcher named = NAMED.matcher(reason);
        if (!named.find()) {
            return Complaint.about(block.toString(), property != null ? property : tree.firstAt(block), reason)
                    .remedy("Correct the settings below '%s'.".formatted(block), failure);
        }
        ConfigurationPropertyName setting = setting(block, named.group(1));
        ConfigurationPropertyName nested = setting(failure.getName(), named.group(1));
        if (tree.firstAt(setting) == null && tree.firstAt(nested) != null) {
            setting = nested;
        }
        ConfigurationProperty written = tree.firstAt(setting);
        if (written == null) {
            return new Complaint(setting.toString(), null, whence == null ? null : whence.getOrigin(), reason)
                    .remedy("Write '%s'.".formatted(setting), failure);
        }
        return Complaint.about(setting.toString(), written, reason)
                .remedy("Correct the value of '%s'.".formatted(setting), failure);
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
