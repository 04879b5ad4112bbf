package io.agentkit.score;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;

/**
 * Leaks: ten thousand calls of models and tools, waiting and streaming, from several threads and through full chains, with random faults,
 * cancellations and time limits of milliseconds. Afterwards nothing may be held that was not held before: threads, timers, registrations,
 * reservations, permits, observations, objects of the calls, heap.
 */
final class LeaksScore implements Score {

    private static final int BATCHES = 10;

    private static final int BATCH = 1_000;

    private static final int WORKERS = 16;

    private static final long SEED = 20260101;

    /** Bytes a call by which the heap may grow: caches that fill up, not two objects for each call. */
    private static final double FLAT = 32;

    private static final long PATIENCE_MILLIS = 5_000;

    private final Traces traces = new Traces();

    private final CountedTime time = new CountedTime(traces);

    private final Map<String, Integer> held = new TreeMap<>();

    /** Right after the calls of each batch: a limit of milliseconds would run out unseen. */
    private long timersLeft;

    private final double[] heap = new double[BATCHES];

    @Override
    public Figures measure(ScoreInput input) throws InterruptedException {
        long started = System.nanoTime();
        // The faults are planned; what is logged about them would hide the figures.
        ((Logger) LoggerFactory.getLogger("io.agentkit")).setLevel(Level.ERROR);
        startTimers();
        Set<Thread> before = liveThreads();
        long buffers = buffers();
        input.out().println("seed " + SEED);
        LeakFaults faults = new LeakFaults();
        LeakChains chains = new LeakChains(time, faults);
        ScheduledExecutorService givingUp = Executors.newScheduledThreadPool(2);
        LeakCalls calls = new LeakCalls(chains, traces, givingUp);
        for (int batch = 0; batch < BATCHES; batch++) {
            run(calls, batch);
            timersLeft += time.pending();
            await(() -> faults.underWay() == 0);
            heap[batch] = heapInUse();
            traces.held().forEach((type, count) -> held.merge(type, count, Integer::sum));
        }
        Thread.sleep(20);
        calls.ask();
        givingUp.shutdownNow();
        faults.close();
        Map<String, Long> left = left(chains, calls, faults);
        await(() -> before.containsAll(liveThreads()));
        Set<String> more = new TreeSet<>();
        liveThreads().stream().filter(each -> !before.contains(each)).forEach(each -> more.add(each.getName()));
        left.put("threads", (long) more.size());
        left.put("buffers outside the heap", buffers() - buffers);
        return figures(input, calls, left, more, (System.nanoTime() - started) / 1e9);
    }

    /** Those of the process, which stay. */
    private void startTimers() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(2);
        time.schedule(Duration.ZERO, running::countDown);
        time.watch(Duration.ZERO, running::countDown);
        running.await();
    }

    private static void run(LeakCalls calls, int batch) throws InterruptedException {
        Thread[] workers = new Thread[WORKERS];
        for (int i = 0; i < WORKERS; i++) {
            int first = i;
            workers[i] = new Thread(
                    () -> {
                        for (int call = first; call < BATCH; call += WORKERS) {
                            calls.make(new Random(SEED + (long) batch * BATCH + call));
                        }
                    },
                    "caller-" + i);
            workers[i].start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
    }

    private Map<String, Long> left(LeakChains chains, LeakCalls calls, LeakFaults faults) {
        Map<String, Long> left = new LinkedHashMap<>();
        left.put("timers", timersLeft + time.pending());
        left.put("registrations", (long) calls.registrations());
        left.put("reservations", chains.reservations());
        left.put("permits", chains.permitsTaken() - faults.sent());
        left.put("waiters", (long) chains.waiting());
        left.put("observations", (long) chains.openObservations());
        left.put("objects", held.values().stream().mapToLong(Integer::longValue).sum());
        calls.leftOnThreads().forEach((what, count) -> left.put(what, (long) count));
        return left;
    }

    private Figures figures(
            ScoreInput input, LeakCalls calls, Map<String, Long> left, Set<String> threads, double seconds) {
        Map<String, Integer> endings = new TreeMap<>(calls.endings());
        input.out().println("endings: " + endings);
        input.out().println("left: " + left);
        input.out().println("held: " + held + ", threads: " + threads);
        input.out()
                .println("heap after each thousand, KiB: "
                        + Arrays.stream(heap)
                                .mapToObj(bytes -> String.format(Locale.ROOT, "%,.0f", bytes / 1024))
                                .collect(Collectors.joining(" ")));
        double slope = slope();
        boolean clean = left.values().stream().allMatch(count -> count == 0) && slope <= FLAT;
        boolean tried = endings.keySet()
                .containsAll(Set.of("answered", "CANCELLED", "TIMEOUT", "BUDGET_EXCEEDED", "RATE_LIMITED"));
        String found = left.entrySet().stream()
                .filter(each -> each.getValue() != 0)
                .map(each -> each.getValue() + " " + each.getKey())
                .collect(Collectors.joining(", "));
        String text = String.format(
                Locale.ROOT,
                "%,d calls, %,d of them answered; left behind: %s; heap %+.1f bytes a call; %.0f s",
                endings.values().stream().mapToInt(Integer::intValue).sum(),
                endings.getOrDefault("answered", 0),
                found.isEmpty() ? "nothing" : found,
                slope,
                seconds);
        return new Figures(clean && tried, text);
    }

    /** The middle one of the slopes between any two batches but the first, which warms up: a class that is loaded late does not tilt it. */
    private double slope() {
        List<Double> slopes = new ArrayList<>();
        for (int from = 1; from < BATCHES; from++) {
            for (int to = from + 1; to < BATCHES; to++) {
                slopes.add((heap[to] - heap[from]) / (to - from) / BATCH);
            }
        }
        Collections.sort(slopes);
        return slopes.get(slopes.size() / 2);
    }

    /** After collections, until another one finds nothing more. */
    private static double heapInUse() throws InterruptedException {
        LongSupplier used =
                () -> ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        long least = Long.MAX_VALUE;
        for (int collection = 0; collection < 4; collection++) {
            System.gc();
            Thread.sleep(20);
            least = Math.min(least, used.getAsLong());
        }
        return least;
    }

    private static long buffers() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .mapToLong(BufferPoolMXBean::getCount)
                .sum();
    }

    private static Set<Thread> liveThreads() {
        return Thread.getAllStackTraces().keySet();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (!condition.getAsBoolean() && System.nanoTime() - until < 0) {
            Thread.sleep(5);
        }
    }
}
