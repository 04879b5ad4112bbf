package io.agentkit.boot.endpoint;

import io.agentkit.spend.SpendHistory;
import io.agentkit.spend.SpendLine;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/** {@code /actuator/costs/csv}: what was spent in a period, for a spreadsheet. Thread-safe. */
@EndpointWebExtension(endpoint = CostsEndpoint.class)
public class CostsEndpointWebExtension {

    private static final String CSV = "csv";

    private final SpendHistory history;

    /** Created by the auto-configuration; an application replaces it with a bean of its own. */
    public CostsEndpointWebExtension(SpendHistory history) {
        this.history = history;
    }

    /**
     * A line for each model, tenant, user, … and one for all together.
     *
     * @param report {@code csv}; anything else is a 404
     * @param from the first hour, as a day in UTC ({@code 2026-01-15}) or a time ({@code 2026-01-15T12:00:00Z}); all that is known by default
     * @param to the hour that is no part of it any more; up to now by default
     * @param by only lines by this: {@code total}, {@code model} or a key of the runs' scope; all by default
     * @param step {@code whole} for a line each (default), {@code day} for one for each day in UTC, {@code hour} for one for each hour
     */
    @ReadOperation(produces = "text/csv;charset=UTF-8")
    public WebEndpointResponse<String> report(
            @Selector String report,
            @Nullable String from,
            @Nullable String to,
            @Nullable String by,
            @Nullable String step) {
        if (!report.equals(CSV)) {
            return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
        }
        Instant begin = from == null ? history.since() : time("from", from);
        Instant end = to == null ? history.until() : time("to", to);
        if (!begin.isBefore(end)) {
            throw refused("'from' must be before 'to'");
        }
        List<SpendLine> lines = history.lines(begin, end, step(step)).stream()
                .filter(line -> by == null || by.equals(line.by()))
                .toList();
        return new WebEndpointResponse<>(SpendCsv.write(lines));
    }

    private static SpendHistory.Step step(@Nullable String step) {
        if (step == null) {
            return SpendHistory.Step.WHOLE;
        }
        return switch (step.toLowerCase(Locale.ROOT)) {
            case "whole" -> SpendHistory.Step.WHOLE;
            case "day" -> SpendHistory.Step.DAY;
            case "hour" -> SpendHistory.Step.HOUR;
            default -> throw refused("'step' must be whole, day or hour");
        };
    }

    private static Instant time(String name, String text) {
        try {
            return text.length() <= "2026-01-15".length()
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException wrong) {
            throw refused(
                    "'%s' must be a day such as 2026-01-15 or a time such as 2026-01-15T12:00:00Z".formatted(name));
        }
    }

    private static InvalidEndpointRequestException refused(String reason) {
        return new InvalidEndpointRequestException(reason, reason);
    }
}
