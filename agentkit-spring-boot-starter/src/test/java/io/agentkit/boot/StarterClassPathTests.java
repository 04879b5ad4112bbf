package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.boot.endpoint.ChainsEndpoint;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.Configurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DeferredImportSelector;
import org.springframework.context.annotation.Import;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/** Everything the starter brings, with one library after the other taken away. */
class StarterClassPathTests {

    private static final String EXPOSED = "management.endpoints.web.exposure.include=*";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withUserConfiguration(Application.class)
            .withPropertyValues(EXPOSED)
            .withInitializer(
                    context -> context.getEnvironment().setConversionService(new ApplicationConversionService()));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.springframework.boot.actuate",
                "io.micrometer.core",
                "io.micrometer.prometheusmetrics",
                "io.micrometer.tracing",
                "org.springframework.ai",
                "com.openai",
                "com.anthropic",
                "reactor",
                "org.springframework.web",
                "org.springframework.http",
                "org.springframework.security",
                "org.springframework.boot.jdbc",
                "org.springframework.jdbc"
            })
    void startsWithout(String library) {
        runner.withClassLoader(new FilteredClassLoader(library))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Chains.class));
    }

    @Test
    void hasNoEndpointWithoutActuator() {
        runner.withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
                .run(context -> assertThat(context).doesNotHaveBean(ChainsEndpoint.class));
    }

    @Test
    void hasNoEndpointThatNobodyMayRead() {
        runner.withPropertyValues("management.endpoint.chains.access=none")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ChainsEndpoint.class));
    }

    @Test
    void hasTheEndpointOtherwise() {
        runner.run(context -> assertThat(context).hasSingleBean(ChainsEndpoint.class));
    }

    @Test
    void startsInAServletApplication() {
        new WebApplicationContextRunner()
                .withUserConfiguration(Application.class)
                .withPropertyValues(EXPOSED)
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Chains.class));
    }

    @Test
    void startsInAReactiveApplication() {
        new ReactiveWebApplicationContextRunner()
                .withUserConfiguration(Application.class)
                .withPropertyValues(EXPOSED)
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Chains.class));
    }

    @Test
    void startsWithVirtualThreads() {
        runner.withPropertyValues("spring.threads.virtual.enabled=true")
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Chains.class));
    }

    @Test
    void makesChainsAtTheStartAlsoWhereBeansAreLazy() {
        runner.withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> assertThat(context.getBeanFactory().containsSingleton("agentkitChains"))
                        .isTrue());
    }

    /** Picks the configurations as an application does: by name, with conditions looked at before any class is loaded. */
    static class Starter implements DeferredImportSelector {

        @Override
        public String[] selectImports(AnnotationMetadata importing) {
            ClassLoader loader = StarterClassPathTests.class.getClassLoader();
            List<Class<?>> own = StreamSupport.stream(
                            ImportCandidates.load(AutoConfiguration.class, loader)
                                    .spliterator(),
                            false)
                    .filter(name -> name.startsWith("io.agentkit."))
                    .<Class<?>>map(name -> ClassUtils.resolveClassName(name, loader))
                    .toList();
            Class<?>[] inOrder = Configurations.getClasses(AutoConfigurations.of(own.toArray(Class<?>[]::new)));
            return Arrays.stream(inOrder).map(Class::getName).toArray(String[]::new);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Starter.class)
    static class Application {}
}
