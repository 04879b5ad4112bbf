package io.agentkit.text;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes values into a {@link Fingerprint} so that equal ones come to the same in every process, and others do not: maps and sets in an order
 * of their own, 1 apart from 1.0 and from "1", nothing apart from 0. What it does not know it leaves to {@link ForeignParts}; it asks no
 * object for its {@code toString()}. Not thread-safe.
 */
public final class CanonicalWriter {

    /** Deeper values are not written: they may hold themselves. */
    private static final int DEEPEST = 50;

    private static final int NOTHING = 0;
    private static final int TEXT = 1;
    private static final int WHOLE = 2;
    private static final int FRACTION = 3;
    private static final int TRUE = 4;
    private static final int FALSE = 5;
    private static final int BYTES = 6;
    private static final int LIST = 7;
    private static final int MAP = 8;
    private static final int SET = 9;
    private static final int NAMED = 10;
    private static final int FOREIGN = 11;

    private final Fingerprint out;
    private ForeignParts foreign = ForeignParts.NONE;
    private @Nullable CanonicalWriter inner;
    private @Nullable Class<?> unknown;
    private int depth;

    public CanonicalWriter(Fingerprint out) {
        this.out = out;
    }

    /** Where it writes to. */
    public Fingerprint out() {
        return out;
    }

    /** Begins a value of which an earlier one may have been given up. */
    public CanonicalWriter with(ForeignParts parts) {
        foreign = parts;
        unknown = null;
        depth = 0;
        return this;
    }

    /** @return false when something in the value is not known; what was written then is of no use */
    public boolean value(@Nullable Object value) {
        if (value == null) {
            out.mark(NOTHING);
        } else if (value instanceof String text) {
            out.mark(TEXT).add(text);
        } else if (value instanceof Boolean truth) {
            out.mark(truth ? TRUE : FALSE);
        } else if (value instanceof Number number) {
            return number(number);
        } else if (value instanceof Enum<?> constant) {
            out.mark(TEXT).add(constant.name());
        } else if (value instanceof byte[] bytes) {
            out.mark(BYTES).add(bytes);
        } else {
            return depth < DEEPEST && compound(value);
        }
        return true;
    }

    private boolean number(Number number) {
        if (number instanceof Integer || number instanceof Long || number instanceof Short || number instanceof Byte) {
            out.mark(WHOLE).add(number.longValue());
        } else if (number instanceof Double || number instanceof Float) {
            out.mark(FRACTION).add(Double.doubleToLongBits(number.doubleValue()));
        } else if (number.getClass() == BigInteger.class || number.getClass() == BigDecimal.class) {
            out.mark(NAMED).add(number.getClass().getName()).add(number.toString());
        } else {
            return compound(number);
        }
        return true;
    }

    private boolean compound(Object value) {
        depth++;
        boolean known = value instanceof Map<?, ?> map
                ? map(map)
                : value instanceof Set<?> set
                        ? set(set)
                        : value instanceof Collection<?> list ? list(list) : single(value);
        depth--;
        return known;
    }

    private boolean single(Object value) {
        if (value instanceof Optional<?> maybe) {
            return value(maybe.orElse(null));
        }
        boolean plain = value instanceof Character
                || value instanceof UUID
                || value instanceof URI
                || value instanceof URL
                || ((value instanceof TemporalAccessor || value instanceof TemporalAmount)
                        && value.getClass().getName().startsWith("java.time."));
        if (plain) {
            out.mark(NAMED).add(value.getClass().getName()).add(value.toString());
            return true;
        }
        out.mark(FOREIGN);
        boolean known = foreign.write(value, this);
        if (!known && unknown == null) {
            unknown = value.getClass();
        }
        return known;
    }

    /** The type of what was not known last; null when all was. */
    public @Nullable Class<?> unknown() {
        return unknown;
    }

    private boolean list(Collection<?> list) {
        out.mark(LIST).add(list.size());
        for (Object each : list) {
            if (!value(each)) {
                return false;
            }
        }
        return true;
    }

    /** In the order of what the elements come to. */
    private boolean set(Collection<?> set) {
        out.mark(SET).add(set.size());
        List<Digest> digests = new ArrayList<>(set.size());
        for (Object each : set) {
            Digest digest = digest(each);
            if (digest == null) {
                return false;
            }
            digests.add(digest);
        }
        digests.sort(Comparator.comparingLong(Digest::first).thenComparingLong(Digest::second));
        digests.forEach(out::add);
        return true;
    }

    /** In the order of the names. */
    private boolean map(Map<?, ?> map) {
        out.mark(MAP).add(map.size());
        List<String> names = new ArrayList<>(map.size());
        for (Object key : map.keySet()) {
            if (!(key instanceof String name)) {
                return entries(map);
            }
            names.add(name);
        }
        Collections.sort(names);
        for (String name : names) {
            out.add(name);
            if (!value(map.get(name))) {
                return false;
            }
        }
        return true;
    }

    private boolean entries(Map<?, ?> map) {
        List<List<?>> entries = new ArrayList<>(map.size());
        map.forEach((key, value) -> entries.add(Arrays.asList(key, value)));
        return set(entries);
    }

    private @Nullable Digest digest(@Nullable Object value) {
        CanonicalWriter writer = inner;
        if (writer == null) {
            writer = new CanonicalWriter(new Fingerprint());
            inner = writer;
        }
        writer.out.clear();
        writer.foreign = foreign;
        writer.unknown = null;
        writer.depth = depth;
        if (writer.value(value)) {
            return writer.out.digest();
        }
        unknown = writer.unknown;
        return null;
    }
}
