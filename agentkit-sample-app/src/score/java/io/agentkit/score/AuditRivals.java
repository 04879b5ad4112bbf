package io.agentkit.score;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** What the trail is measured beside: a disk that is asked to keep each line by itself, and a plain logger. */
final class AuditRivals {

    private static final String LINE = "x".repeat(511);

    private AuditRivals() {}

    /** A line, and a synchronization, each. */
    static AuditLoad.Rate syncEach(Path file, int threads) throws IOException, InterruptedException {
        byte[] line = (LINE + "\n").getBytes(StandardCharsets.UTF_8);
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            return AuditLoad.run(
                    threads,
                    thread -> {
                        synchronized (out) {
                            try {
                                out.write(line);
                                out.getFD().sync();
                            } catch (IOException failure) {
                                throw new UncheckedIOException(failure);
                            }
                        }
                    },
                    () -> {});
        }
    }

    /** Logback, a line each, nothing synchronized. */
    static AuditLoad.Rate logger(Path file, int threads) throws InterruptedException {
        LoggerContext context = new LoggerContext();
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%msg%n");
        encoder.start();
        FileAppender<ILoggingEvent> appender = new FileAppender<>();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.setFile(file.toString());
        appender.start();
        Logger logger = context.getLogger("audit");
        logger.addAppender(appender);
        try {
            return AuditLoad.run(threads, thread -> logger.info(LINE), () -> {});
        } finally {
            context.stop();
        }
    }
}
