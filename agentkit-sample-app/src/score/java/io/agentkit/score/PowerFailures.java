package io.agentkit.score;

import io.agentkit.AgentKitException;
import io.agentkit.Scope;
import io.agentkit.audit.AuditCall;
import io.agentkit.audit.AuditFileSettings;
import io.agentkit.audit.AuditRecord;
import io.agentkit.audit.AuditStarted;
import io.agentkit.audit.AuditSync;
import io.agentkit.audit.FileAuditStore;
import io.agentkit.time.Time;
import io.agentkit.tool.ToolSafety;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A trail on a machine that stops again and again, while threads append to it.
 *
 * @param acknowledged entries whose writers were told that they are kept
 * @param lost how many of them are gone
 * @param intact whether the chain is whole at the end
 */
record PowerFailures(int acknowledged, int lost, boolean intact) {

    private static final int THREADS = 4;

    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

    private static final int MOST_BETWEEN = 200;

    static PowerFailures of(Path trail, AuditSync sync, int times, Random random)
            throws IOException, InterruptedException {
        AuditFileSettings settings = AuditFileSettings.defaults().withSync(sync).withRotateBytes(1L << 30);
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < times; i++) {
            DroppingDisk disk = new DroppingDisk();
            try (FileAuditStore store = new FileAuditStore(trail, settings, Time.system(), disk)) {
                untilItStops(store, disk, i, 1 + random.nextInt(MOST_BETWEEN), acknowledged);
            }
            disk.lose(random);
        }
        try (FileAuditStore store = new FileAuditStore(trail, settings, Time.system())) {
            int before = acknowledged.size();
            // Not by the store, which tells of the newest 10,000 calls without an outcome.
            for (String line : CrashLines.read(trail)) {
                Matcher id = ID.matcher(line);
                if (id.find()) {
                    acknowledged.remove(id.group(1));
                }
            }
            return new PowerFailures(before, acknowledged.size(), store.verify().isIntact());
        }
    }

    /** The machine stops when so many were acknowledged, wherever the other threads are then. */
    private static void untilItStops(
            FileAuditStore store, DroppingDisk disk, int round, int stopAfter, Set<String> acknowledged)
            throws InterruptedException {
        CountDownLatch left = new CountDownLatch(stopAfter);
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            threads[i] = new Thread(() -> {
                for (int n = 0; left.getCount() > 0; n++) {
                    String id = round + "-" + thread + "-" + n;
                    try {
                        store.append(entry(id));
                    } catch (AgentKitException stopped) {
                        return;
                    }
                    acknowledged.add(id);
                    left.countDown();
                }
            });
            threads[i].start();
        }
        left.await();
        disk.stop();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static AuditStarted entry(String id) {
        AuditCall call = new AuditCall(
                id, id, id, Scope.NONE, "tool", "charge", ToolSafety.SIDE_EFFECT, "", AuditRecord.NOTHING);
        return new AuditStarted(call, Instant.EPOCH, 1, null);
    }
}
