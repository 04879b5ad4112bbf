package io.agentkit.boot.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class MetricsAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(AgentkitMetricsAutoConfiguration.class));

    @Test
    void countsWhereThereIsARegistry() {
        runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .run(context -> assertThat(context).hasSingleBean(MeterListener.class));
    }

    @Test
    void doesNothingWithoutARegistry() {
        runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(MeterListener.class));
    }

    @Test
    void startsWithoutMicrometersMeters() {
        runner.withClassLoader(new FilteredClassLoader("io.micrometer.core"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(MeterListener.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"io.micrometer.prometheusmetrics", "org.springframework.boot.actuate"})
    void countsWithoutPrometheusOrTheActuator(String missing) {
        runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withClassLoader(new FilteredClassLoader(missing))
                .run(context -> assertThat(context).hasSingleBean(MeterListener.class));
    }
}
