package io.agentkit.boot;

import io.agentkit.catalog.MiddlewareCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.io.ByteArrayResource;

/** A context with a catalog whose middlewares pass everything on, and configuration written as yml. */
final class TestChains {

    private TestChains() {}

    static MiddlewareCatalog catalog() {
        return MiddlewareCatalog.builtIns()
                .with("tracing", PlainSpec.class)
                .with("cost", PlainSpec.ChatOnly.class)
                .with("meter", PlainSpec.class)
                .with("retry", PlainSpec.class)
                .with("audit", PlainSpec.ToolOnly.class)
                .with("noting", NotingSpec.class);
    }

    static ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withBean(MiddlewareCatalog.class, TestChains::catalog)
                .withConfiguration(AutoConfigurations.of(AgentkitAutoConfiguration.class));
    }

    /** With a file {@code application.yml}; later documents of it come before earlier ones. */
    static ApplicationContextRunner yml(String yml) {
        return runner().withInitializer(file(yml));
    }

    static ApplicationContextInitializer<ConfigurableApplicationContext> file(String yml) {
        return context -> {
            try {
                var file = new ByteArrayResource(yml.getBytes(StandardCharsets.UTF_8), "application.yml");
                new YamlPropertySourceLoader()
                        .load("application.yml", file)
                        .forEach(context.getEnvironment().getPropertySources()::addFirst);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        };
    }

    /** What a start with this file prints. */
    static Printed failureOf(String yml) {
        return failureOf(yml(yml));
    }

    static Printed failureOf(ApplicationContextRunner runner) {
        Printed[] printed = new Printed[1];
        runner.run(context -> printed[0] = failureOf(context));
        return printed[0];
    }

    private static Printed failureOf(AssertableApplicationContext context) {
        Throwable failure = context.getStartupFailure();
        if (failure == null) {
            throw new AssertionError("The context started");
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidConfigurationException invalid) {
                FailureAnalysis analysis = invalid.analysis();
                return new Printed(analysis.getDescription(), analysis.getAction());
            }
        }
        throw new AssertionError("Not a message for people", NestedExceptionUtils.getMostSpecificCause(failure));
    }

    record Printed(String description, String action) {

        static Printed of(String lines, String action) {
            return new Printed(
                    "The configuration of agentkit is not valid:\n\n"
                            + lines.stripTrailing().indent(4).stripTrailing(),
                    action);
        }
    }
}
