package io.agentkit.boot;

import io.agentkit.catalog.MiddlewareCatalog;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A context with a catalog whose middlewares pass everything on. */
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
}
