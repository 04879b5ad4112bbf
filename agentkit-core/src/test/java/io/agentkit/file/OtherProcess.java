package io.agentkit.file;

import java.io.IOException;
import java.nio.file.Path;

/** Another process that wants a lease: ends with 0 when it got it and with 1 when not. */
final class OtherProcess {

    private OtherProcess() {}

    public static void main(String... arguments) throws IOException {
        try (FileLease lease = FileLease.of(Path.of(arguments[0]))) {
            System.exit(lease == null ? 1 : 0);
        }
    }

    static boolean gets(Path path) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherProcess.class.getName(),
                        path.toString())
                .inheritIO()
                .start();
        return process.waitFor() == 0;
    }
}
