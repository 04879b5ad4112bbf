package io.agentkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.util.Date;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Who may read a clock, sleep, or set a timer of the machine. */
final class ClockRules {

    private static final Set<String> CLOCKS = Set.of(
            System.class.getName() + ".nanoTime",
            System.class.getName() + ".currentTimeMillis",
            Thread.class.getName() + ".sleep",
            TimeUnit.class.getName() + ".sleep",
            LockSupport.class.getName() + ".parkNanos",
            LockSupport.class.getName() + ".parkUntil",
            CompletableFuture.class.getName() + ".orTimeout",
            CompletableFuture.class.getName() + ".completeOnTimeout",
            CompletableFuture.class.getName() + ".delayedExecutor",
            Date.class.getName() + ".<init>");

    private ClockRules() {}

    static ArchRule onlyTimeReadsClocks() {
        return noClasses()
                .that()
                .resideOutsideOfPackage("io.agentkit.time..")
                .should()
                .accessTargetWhere(DescribedPredicate.describe("reads a clock or sleeps", ClockRules::isClock));
    }

    private static boolean isClock(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getFullName();
        String name = access.getTarget().getName();
        boolean today = owner.startsWith("java.time.") && "now".equals(name);
        boolean clock = owner.equals(Clock.class.getName()) && name.startsWith("system");
        return today || clock || CLOCKS.contains(owner + "." + name);
    }
}
