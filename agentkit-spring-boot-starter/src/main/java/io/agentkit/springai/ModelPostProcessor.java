package io.agentkit.springai;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.beans.factory.ObjectFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.SmartInstantiationAwareBeanPostProcessor;
import org.springframework.core.Ordered;

/**
 * Puts chains around all beans that are models, and around the tools of the bean that calls them.
 *
 * <p>Where an application injects a model by its concrete class, which may be final, it gets the model itself: the class is announced as
 * something that can be injected but is no bean, while the bean is predicted to be our decorator, so that the answer does not depend on
 * which of the two is made first.
 */
final class ModelPostProcessor implements SmartInstantiationAwareBeanPostProcessor, BeanFactoryPostProcessor, Ordered {

    /** The name of a model that is no bean: it has the default chains. */
    private static final String NO_BEAN = "";

    private final BridgeSwitches switches;
    private final ObjectProvider<SpringAiBridge> bridge;
    private final Coverage coverage = new Coverage();
    private final Set<String> leftRaw = ConcurrentHashMap.newKeySet();
    private final Map<String, ChatModel> raw = new ConcurrentHashMap<>();
    private final Set<ChatModel> excluded =
            Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

    ModelPostProcessor(BridgeSwitches switches, ObjectProvider<SpringAiBridge> bridge) {
        this.switches = switches;
        this.bridge = bridge;
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        Map<Class<?>, List<String>> byClass = new LinkedHashMap<>();
        for (String name : beans.getBeanNamesForType(ChatModel.class, true, false)) {
            Class<?> type = beans.getType(name, false);
            if (type != null && isConcrete(type) && isFoundByInterface(name, beans)) {
                byClass.computeIfAbsent(type, key -> new ArrayList<>()).add(name);
            }
        }
        byClass.forEach((type, names) -> {
            if (names.size() > 1) {
                leave(type, names);
            } else if (switches.covers(names.get(0))) {
                String name = names.get(0);
                ObjectFactory<Object> unwrapped = () -> injected(type, name, beans);
                beans.registerResolvableDependency(type, unwrapped);
            }
        });
    }

    /**
     * A singleton that is there already, such as a mock in place of a model, is never decorated, so its class finds it. The product of a
     * factory is decorated, but its class is the factory's to say, so two would be found.
     */
    private static boolean isFoundByInterface(String name, ConfigurableListableBeanFactory beans) {
        return !beans.containsSingleton(name) && !beans.isFactoryBean(name);
    }

    private static boolean isConcrete(Class<?> type) {
        return ChatModel.class.isAssignableFrom(type) && !type.isInterface() && type != AgentkitChatModel.class;
    }

    /** Which of them is meant by its class and a qualifier only the beans themselves can tell. */
    private void leave(Class<?> type, List<String> names) {
        for (String name : names) {
            if (switches.covers(name)) {
                leftRaw.add(name);
                coverage.gap(
                        Coverage.Kind.MODEL,
                        name,
                        "one of %d beans that are declared as %s: only ChatClient beans made of it go through a chain; declare the bean method's type as ChatModel to have all calls governed"
                                .formatted(names.size(), type.getSimpleName()));
            }
        }
    }

    private Object injected(Class<?> type, String name, ConfigurableListableBeanFactory beans) {
        Object bean = beans.getBean(name);
        ChatModel model = raw.get(name);
        if (model == null) {
            return bean;
        }
        coverage.gap(
                Coverage.Kind.INJECTION,
                type.getSimpleName(),
                "bean '%s' was injected by its class, so calls that are made on it directly go around the chain; ChatClient beans made of it are governed. Inject ChatModel instead"
                        .formatted(name));
        return model;
    }

    @Override
    public @Nullable Class<?> predictBeanType(Class<?> beanClass, String beanName) {
        return isConcrete(beanClass) && isGoverned(beanName) ? AgentkitChatModel.class : null;
    }

    private boolean isGoverned(String beanName) {
        return switches.covers(beanName) && !leftRaw.contains(beanName);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof ChatModel model && !(bean instanceof AgentkitChatModel)) {
            return model(model, beanName);
        }
        if (bean instanceof ToolCallingManager manager
                && !(bean instanceof GovernedToolCallingManager)
                && switches.covers(beanName)) {
            coverage.governed(Coverage.Kind.TOOLS, beanName, null);
            return new GovernedToolCallingManager(manager, bridge::getObject);
        }
        return bean;
    }

    private Object model(ChatModel model, String beanName) {
        if (!switches.isEnabled()) {
            return model;
        }
        if (switches.isExcluded(beanName)) {
            coverage.left(Coverage.Kind.MODEL, beanName, "named in 'agentkit.spring-ai.exclude-beans'");
            excluded.add(model);
            return model;
        }
        raw.put(beanName, model);
        if (leftRaw.contains(beanName)) {
            return model;
        }
        coverage.governed(Coverage.Kind.MODEL, beanName, null);
        return decorated(model, beanName);
    }

    private AgentkitChatModel decorated(ChatModel model, String beanName) {
        return new AgentkitChatModel(model, new BeanGovernance(beanName, model, bridge::getObject));
    }

    /**
     * A decorator for a model that a client was made of directly.
     *
     * @return null when the model's bean was excluded
     */
    @Nullable
    AgentkitChatModel decoratorOf(ChatModel model) {
        if (excluded.contains(model)) {
            return null;
        }
        String name = NO_BEAN;
        for (Map.Entry<String, ChatModel> known : raw.entrySet()) {
            if (known.getValue() == model) {
                name = known.getKey();
            }
        }
        return decorated(model, name);
    }

    /** The models that are governed in some way, by the names of their beans. */
    Map<String, ChatModel> models() {
        return Map.copyOf(raw);
    }

    Coverage coverage() {
        return coverage;
    }

    BridgeSwitches switches() {
        return switches;
    }
}
