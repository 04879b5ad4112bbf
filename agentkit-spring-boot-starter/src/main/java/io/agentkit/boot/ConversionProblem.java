package io.agentkit.boot;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.ConverterNotFoundException;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;

/** A text that does not fit the type of its setting. */
record ConversionProblem(Class<?> wanted, @Nullable Object value) {

    private static final Pattern DIGITS = Pattern.compile("\\d+");

    static @Nullable ConversionProblem in(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConversionException) {
                TypeDescriptor target = cause instanceof ConversionFailedException failed
                        ? failed.getTargetType()
                        : ((ConverterNotFoundException) cause).getTargetType();
                Object value = cause instanceof ConversionFailedException failed ? failed.getValue() : null;
                return new ConversionProblem(ClassUtils.resolvePrimitiveIfNecessary(target.getType()), value);
            }
        }
        return null;
    }

    String reason() {
        return isTooLarge() ? "The value is too large" : "The value is not " + wantedInWords();
    }

    private boolean isTooLarge() {
        boolean whole = wanted == Integer.class || wanted == Long.class;
        return whole && value != null && DIGITS.matcher(value.toString()).matches();
    }

    String remedy() {
        if (isTooLarge()) {
            return "Write a whole number of at most %d."
                    .formatted(wanted == Integer.class ? Integer.MAX_VALUE : Long.MAX_VALUE);
        }
        if (wanted.isEnum()) {
            String meant = value == null ? null : NearMiss.of(value.toString(), constants());
            return (meant == null ? "" : "Did you mean '%s'? ".formatted(meant)) + "Write one of: "
                    + String.join(", ", constants()) + ".";
        }
        return "Write " + wantedInWords() + ".";
    }

    private String wantedInWords() {
        if (wanted.isEnum()) {
            return "one of " + constants().stream().collect(Collectors.joining("', '", "'", "'"));
        }
        if (wanted == Duration.class) {
            return "a duration, such as 500ms, 30s or 10m";
        }
        if (wanted == DataSize.class) {
            return "a size, such as 512KB or 64MB";
        }
        if (wanted == Boolean.class) {
            return "true or false";
        }
        if (wanted == Integer.class || wanted == Long.class) {
            return "a whole number";
        }
        if (Number.class.isAssignableFrom(wanted) || wanted == BigDecimal.class) {
            return "a decimal number, such as 0.25";
        }
        if (ZoneId.class.isAssignableFrom(wanted)) {
            return "a time zone, such as Europe/Berlin";
        }
        return "a %s".formatted(wanted.getSimpleName());
    }

    private List<String> constants() {
        return Arrays.stream(wanted.getEnumConstants())
                .map(constant ->
                        ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
    }
}
