package io.agentkit.price;

import io.agentkit.text.UrlMask;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.ConstructorBinding;

/**
 * A catalogue of prices to import: the JSON file of LiteLLM or of genai-prices. Immutable.
 *
 * @param from where it is: an address that begins with {@code https://} or {@code http://}, else a file; must be set
 * @param refresh how often it is looked for changes; 1 minute to 30 days, 24 hours by default. Up to a tenth of it is added by chance
 * @param timeout how long one look may take; 1 second to 5 minutes, 10 seconds by default
 * @param maxBytes how large it may be; 1,024 to 268,435,456, 33,554,432 by default
 * @param copy a file that keeps the last good one, for when the source is down or broken at a start; by default one in the folder
 *     {@code .cache/agentkit} of the user who runs the application
 */
@ConfigurationPropertiesSource
public record CatalogueSpec(
        String from,
        Duration refresh,
        Duration timeout,
        Integer maxBytes,
        @Nullable String copy) {

    private static final int LEAST_BYTES = 1_024;

    private static final int MOST_BYTES = 1 << 28;

    private static final int DEFAULT_BYTES = 1 << 25;

    @ConstructorBinding
    public CatalogueSpec(
            @Nullable String from,
            @Nullable Duration refresh,
            @Nullable Duration timeout,
            @Nullable Integer maxBytes,
            @Nullable String copy) {
        this.from = Objects.requireNonNull(from, "'from' must not be null: a file or an address")
                .strip();
        this.refresh = between("refresh", refresh, Duration.ofMinutes(1), Duration.ofDays(30), Duration.ofDays(1));
        this.timeout =
                between("timeout", timeout, Duration.ofSeconds(1), Duration.ofMinutes(5), Duration.ofSeconds(10));
        this.maxBytes = maxBytes == null ? DEFAULT_BYTES : maxBytes;
        this.copy = copy;
        if (this.from.isEmpty()) {
            throw new IllegalArgumentException("'from' must not be blank: a file or an address");
        }
        if (this.maxBytes < LEAST_BYTES || this.maxBytes > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "'maxBytes' must be from %d to %d (was %d)".formatted(LEAST_BYTES, MOST_BYTES, this.maxBytes));
        }
        if (isAddress(this.from)) {
            address(this.from);
        }
    }

    /** A catalogue with the default settings. */
    public static CatalogueSpec at(String from) {
        return new CatalogueSpec(from, null, null, null, null);
    }

    /** Whether it is on the web. */
    boolean isAddress() {
        return isAddress(from);
    }

    /** Where it is on the web. */
    URI address() {
        return address(from);
    }

    /** What it is called where people see it: an address may have secrets in it. */
    String name() {
        return isAddress() ? UrlMask.mask(from) : from;
    }

    private static boolean isAddress(String from) {
        String lower = from.toLowerCase(Locale.ROOT);
        return lower.startsWith("https://") || lower.startsWith("http://");
    }

    private static URI address(String from) {
        try {
            return URI.create(from);
        } catch (IllegalArgumentException malformed) {
            throw new IllegalArgumentException("'from' must be a file or a well-formed address");
        }
    }

    private static Duration between(
            String name, @Nullable Duration value, Duration least, Duration most, Duration byDefault) {
        if (value == null) {
            return byDefault;
        }
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    "'%s' must be from %s to %s (was %s)".formatted(name, least, most, value));
        }
        return value;
    }
}
