package io.agentkit.boot;

import io.agentkit.CallKind;
import io.agentkit.boot.ChainDefinition.Stage;
import io.agentkit.catalog.MiddlewareCatalog;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.MiddlewareSpec;
import io.agentkit.spec.ToolSpec;
import java.lang.reflect.RecordComponent;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Registers a bean for each middleware of each chain. It works at run time from the run-time environment: its definitions stay out of what
 * ahead-of-time processing freezes, so that a list may change afterwards.
 */
final class ChainRegistrar implements BeanDefinitionRegistryPostProcessor, Ordered {

    /** Marks definitions that come from here. */
    static final String OURS = "io.agentkit.chain";

    private static final Pattern QUOTED = Pattern.compile("'([^']+)'");

    private static final Logger log = LoggerFactory.getLogger(ChainRegistrar.class);

    private final Environment environment;

    ChainRegistrar(Environment environment) {
        this.environment = environment;
    }

    /** After all others, so that the application's own beans are known. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        if (!(registry instanceof ConfigurableListableBeanFactory factory)
                || environment.getProperty("spring.aot.processing", Boolean.class, false)) {
            return;
        }
        MiddlewareCatalog catalog = factory.getBean(MiddlewareCatalog.class);
        PropertyTree tree = new PropertyTree(environment);
        ChainDefinitions definitions = new ConfigurationReader(tree, catalog, new MiddlewareBeans(factory)).read();
        register(registry, ChainDefinitions.class.getName(), ChainDefinitions.class, () -> definitions);
        Stream.concat(definitions.chat().values().stream(), definitions.tool().values().stream())
                .distinct()
                .forEach(chain -> register(registry, factory, chain, tree));
    }

    private static void register(
            BeanDefinitionRegistry registry,
            ConfigurableListableBeanFactory factory,
            ChainDefinition chain,
            PropertyTree tree) {
        ChainOrderCheck.surprises(chain).forEach(log::warn);
        for (Stage stage : chain.stages()) {
            MiddlewareSpec spec = stage.spec();
            if (spec != null) {
                register(
                        registry,
                        stage.bean(),
                        MiddlewareBeans.typeFor(chain.kind()),
                        () -> make(stage.bean(), spec, chain.kind(), new BeanResources(factory, stage.bean()), tree));
            }
        }
    }

    private static Object make(
            String bean, MiddlewareSpec spec, CallKind kind, BeanResources resources, PropertyTree tree) {
        try {
            return kind == CallKind.CHAT
                    ? ((ChatSpec) spec).chatMiddleware(resources)
                    : ((ToolSpec) spec).toolMiddleware(resources);
        } catch (IllegalArgumentException missing) {
            String reason = String.valueOf(missing.getMessage());
            ConfigurationPropertyName misplaced = settingOf(spec, reason, bean);
            if (misplaced != null) {
                throw Complaint.about(misplaced.toString(), tree.firstAt(misplaced), reason)
                        .remedy("Remove '%s' here.".formatted(misplaced), missing);
            }
            throw aboutSettingNamedIn(reason, bean, tree)
                    .remedy("Declare the bean that the settings below '%s' name or need.".formatted(bean), missing);
        }
    }

    /** The setting that a message begins with; null when it begins with no setting of this block. */
    private static @Nullable ConfigurationPropertyName settingOf(MiddlewareSpec spec, String reason, String bean) {
        Matcher quoted = QUOTED.matcher(reason);
        if (!quoted.lookingAt()) {
            return null;
        }
        for (RecordComponent component : spec.getClass().getRecordComponents()) {
            if (component.getName().equals(quoted.group(1))) {
                return ConfigurationPropertyName.of(bean)
                        .append(DataObjectPropertyName.toDashedForm(component.getName()));
            }
        }
        return null;
    }

    /** A spec says which bean it misses, and that name is the value of the setting. */
    private static Complaint aboutSettingNamedIn(String reason, String bean, PropertyTree tree) {
        Matcher quoted = QUOTED.matcher(reason);
        ConfigurationProperty setting =
                quoted.find() ? tree.withValue(ConfigurationPropertyName.of(bean), quoted.group(1)) : null;
        return setting == null
                ? new Complaint(bean, null, null, reason)
                : Complaint.about(setting.getName().toString(), setting, reason);
    }

    @SuppressWarnings("unchecked")
    private static void register(BeanDefinitionRegistry registry, String name, Class<?> type, Supplier<?> supplier) {
        if (registry.containsBeanDefinition(name)) {
            return;
        }
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setBeanClass(type);
        definition.setInstanceSupplier(supplier);
        definition.setAttribute(OURS, true);
        definition.setAttribute(BeanRegistrationAotProcessor.IGNORE_REGISTRATION_ATTRIBUTE, true);
        // Found by name only: an application that injects its one middleware by type still finds one.
        definition.setDefaultCandidate(type == ChainDefinitions.class);
        definition.setResourceDescription("agentkit, from the application's configuration");
        registry.registerBeanDefinition(name, definition);
    }
}
