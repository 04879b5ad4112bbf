package io.agentkit.spend;

import io.agentkit.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link CostMeter} counted hour by hour, for reports of a period. In memory: it begins when the application starts. Bounded: the last
 * 400 days and at most 50,000 lines, the oldest hours make place. The meter is read when an hour ends and when somebody asks, so calls do no
 * work for it. Thread-safe.
 */
public final class SpendHistory implements AutoCloseable {

    /** What a line with everything is by. */
    public static final String TOTAL = "total";

    /** What lines of models are by. */
    public static final String MODEL = "model";

    /** What stands before a key of scopes that is called {@value #TOTAL} or {@value #MODEL}. */
    static final String SCOPE = "scope:";

    /** The name of what is {@link #TOTAL}. */
    public static final String ALL = "(all)";

    private static final Duration KEPT = Duration.ofDays(400);

    private static final int MOST_LINES = 50_000;

    /** How a report divides its period. */
    public enum Step {
        /** Not at all: a line for each model, tenant, …. */
        WHOLE,
        /** By days in UTC. */
        DAY,
        /** By hours. */
        HOUR
    }

    private record Subject(String by, String name) {

        /** A key of scopes may have the name of another kind of lines, with which it must not be added up. */
        static Subject of(String key, String value) {
            return new Subject(key.equals(TOTAL) || key.equals(MODEL) ? SCOPE + key : key, value);
        }
    }

    private record Place(Instant from, Subject subject) {}

    private final CostMeter meter;
    private final Time time;
    private final TreeMap<Instant, Map<Subject, SpendLine.Amounts>> hours = new TreeMap<>();
    private Instant current;
    private Instant since;
    private int lines;
    private Time.@Nullable Timer timer;
    private boolean closed;

    private SpendHistory(CostMeter meter, Time time) {
        this.meter = meter;
        this.time = time;
        this.since = time.now();
        this.current = since.truncatedTo(ChronoUnit.HOURS);
    }

    /** Starts to keep what the meter counts from now on. A meter has one history; close it when it is not needed any more. */
    public static SpendHistory of(CostMeter meter, Time time) {
        SpendHistory history = new SpendHistory(
                Objects.requireNonNull(meter, "'meter' must not be null"),
                Objects.requireNonNull(time, "'time' must not be null"));
        history.turn();
        return history;
    }

    /** Takes over what was counted, and comes back when the hour is over. */
    private synchronized void turn() {
        if (closed) {
            return;
        }
        update();
        Duration left = Duration.between(time.now(), current.plus(1, ChronoUnit.HOURS));
        timer = time.schedule(left, this::turn);
    }

    private void update() {
        CostLines recent = meter.recent();
        SpendLine.Amounts total = SpendLine.Amounts.NONE;
        for (Map.Entry<String, CostTotals> model : recent.byModel().entrySet()) {
            SpendLine.Amounts amounts = SpendLine.Amounts.of(model.getValue());
            total = total.plus(amounts);
            add(new Subject(MODEL, model.getKey()), amounts);
        }
        if (!total.equals(SpendLine.Amounts.NONE)) {
            add(new Subject(TOTAL, ALL), total);
        }
        recent.byScope()
                .forEach((by, values) ->
                        values.forEach((name, totals) -> add(Subject.of(by, name), SpendLine.Amounts.of(totals))));
        current = time.now().truncatedTo(ChronoUnit.HOURS);
        forgetOld();
    }

    private void add(Subject subject, SpendLine.Amounts amounts) {
        Map<Subject, SpendLine.Amounts> hour = hours.computeIfAbsent(current, absent -> new HashMap<>());
        SpendLine.Amounts before = hour.put(subject, amounts);
        if (before == null) {
            lines++;
        } else {
            hour.put(subject, before.plus(amounts));
        }
    }

    /** The running hour stays, however many lines it has: the meter's own bounds hold for it. */
    private void forgetOld() {
        Instant oldest = current.minus(KEPT);
        while (!hours.isEmpty() && (hours.firstKey().isBefore(oldest) || (lines > MOST_LINES && hours.size() > 1))) {
            Map.Entry<Instant, Map<Subject, SpendLine.Amounts>> first = hours.pollFirstEntry();
            lines -= first.getValue().size();
            since = first.getKey().plus(1, ChronoUnit.HOURS);
        }
    }

    /** From when on nothing is missing. */
    public synchronized Instant since() {
        return since;
    }

    /** The end of the running hour. */
    public Instant until() {
        return time.now().truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS);
    }

    /**
     * What was spent in the hours that begin in a period, the running one included, in the order of time, then of the largest spend.
     *
     * @param from the first hour is the one that this is in
     * @param to hours that begin before this
     */
    public synchronized List<SpendLine> lines(Instant from, Instant to, Step step) {
        update();
        Instant first = from.truncatedTo(ChronoUnit.HOURS);
        Map<Place, SpendLine.Amounts> places = new HashMap<>();
        if (first.isBefore(to)) {
            hours.subMap(first, to)
                    .forEach((hour, subjects) -> subjects.forEach((subject, amounts) -> places.merge(
                            new Place(begin(hour, first, step), subject), amounts, SpendLine.Amounts::plus)));
        }
        List<SpendLine> found = new ArrayList<>(places.size());
        places.forEach((place, amounts) -> found.add(new SpendLine(
                place.from(),
                end(place.from(), to, step),
                place.subject().by(),
                place.subject().name(),
                amounts)));
        found.sort(Comparator.comparing(SpendLine::from)
                .thenComparing(SpendLine::by)
                .thenComparing(line -> line.amounts().spend().usd(), Comparator.reverseOrder())
                .thenComparing(SpendLine::name));
        return found;
    }

    private static Instant begin(Instant hour, Instant first, Step step) {
        return switch (step) {
            case WHOLE -> first;
            case DAY -> later(first, hour.truncatedTo(ChronoUnit.DAYS));
            case HOUR -> hour;
        };
    }

    private static Instant end(Instant begin, Instant to, Step step) {
        return switch (step) {
            case WHOLE -> to;
            case DAY -> {
                Instant next = begin.truncatedTo(ChronoUnit.DAYS).plus(1, ChronoUnit.DAYS);
                yield next.isBefore(to) ? next : to;
            }
            case HOUR -> begin.plus(1, ChronoUnit.HOURS);
        };
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /** Keeps what it has, and takes over nothing more by itself. */
    @Override
    public synchronized void close() {
        closed = true;
        if (timer != null) {
            timer.cancel();
        }
    }
}
