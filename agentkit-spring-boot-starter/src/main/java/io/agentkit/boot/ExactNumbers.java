package io.agentkit.boot;

import java.math.BigDecimal;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * Refuses a decimal number that lost digits before it came here: yml reads numbers as binary ones, of which 15 digits are certain, and a limit
 * or a price must be the one that was written. Thread-safe.
 */
final class ExactNumbers implements BindHandler {

    private static final MathContext KEPT = new MathContext(15);

    /** A number with more digits than were kept. */
    static final class LostDigitsException extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;

        private LostDigitsException() {
            super("The value has more than the %d digits that yml keeps of a number".formatted(KEPT.getPrecision()));
        }

        static @Nullable LostDigitsException in(Throwable failure) {
            Throwable cause = failure;
            while (cause != null && !(cause instanceof LostDigitsException)) {
                cause = cause.getCause();
            }
            return (LostDigitsException) cause;
        }
    }

    @Override
    public @Nullable Object onSuccess(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
        ConfigurationProperty written = context.getConfigurationProperty();
        if (result instanceof BigDecimal number
                && written != null
                && written.getValue() instanceof Double read
                && number.round(KEPT).doubleValue() != read) {
            throw new LostDigitsException();
        }
        return result;
    }
}
