package io.agentkit.score;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.Arrays;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.annotation.ImportCandidates;

/** A process of its own that starts a small application, with the starter or without it, and prints milliseconds and bytes of heap. */
final class StartProbe {

    private StartProbe() {}

    public static void main(String[] args) {
        boolean with = args[0].equals("with");
        long started = System.nanoTime();
        var builder = new SpringApplicationBuilder(InstantModel.Application.class)
                .web(WebApplicationType.NONE)
                .logStartupInfo(false)
                .properties("logging.level.root=off", "spring.main.banner-mode=off");
        String[] properties = with
                ? InstantModel.FOUR_STAGES
                : new String[] {"spring.autoconfigure.exclude=" + ownAutoConfigurations()};
        try (var context = builder.run(InstantModel.arguments(properties))) {
            long millis = (System.nanoTime() - started) / 1_000_000;
            MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
            memory.gc();
            System.out.println(millis + " " + memory.getHeapMemoryUsage().getUsed() + " " + context.isActive());
        }
    }

    private static String ownAutoConfigurations() {
        Iterable<String> all = ImportCandidates.load(AutoConfiguration.class, StartProbe.class.getClassLoader());
        var own = new StringBuilder();
        for (String name : all) {
            if (name.startsWith("io.agentkit.")) {
                own.append(own.isEmpty() ? "" : ",").append(name);
            }
        }
        return own.toString();
    }

    /** Milliseconds and bytes. */
    record Start(double millis, double bytes) {}

    /** Medians over several processes. */
    static Start measure(String mode, int times) throws Exception {
        double[] millis = new double[times];
        double[] bytes = new double[times];
        for (int i = 0; i < times; i++) {
            String[] figures = run(mode).split(" ");
            millis[i] = Double.parseDouble(figures[0]);
            bytes[i] = Double.parseDouble(figures[1]);
        }
        Arrays.sort(millis);
        Arrays.sort(bytes);
        return new Start(millis[times / 2], bytes[times / 2]);
    }

    private static String run(String mode) throws Exception {
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StartProbe.class.getName(),
                        mode)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        process.waitFor();
        return out.lines()
                .filter(line -> line.endsWith(" true"))
                .reduce((first, second) -> second)
                .orElseThrow();
    }
}
