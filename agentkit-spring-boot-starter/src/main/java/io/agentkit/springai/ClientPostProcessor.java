package io.agentkit.springai;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.DefaultChatClient.DefaultChatClientRequestSpec;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.util.ReflectionUtils;

/** Puts tools, and models that were injected by their class, behind chains in clients and builders that are beans. */
final class ClientPostProcessor implements BeanPostProcessor, Ordered {

    private final ObjectProvider<ModelPostProcessor> models;

    private final Supplier<SpringAiBridge> bridge;

    ClientPostProcessor(ObjectProvider<ModelPostProcessor> models, ObjectProvider<SpringAiBridge> bridge) {
        this.models = models;
        this.bridge = bridge::getObject;
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof ChatClient client && covers(beanName)) {
            return client(client, beanName);
        }
        if (bean instanceof ChatClient.Builder builder && covers(beanName)) {
            ChatClient.Builder copy = builder.clone();
            ChatClient built = copy == null ? null : copy.build();
            List<Advisor> missing = built == null ? List.of() : missing(built, beanName);
            return missing.isEmpty() ? builder : builder.defaultAdvisors(missing);
        }
        return bean;
    }

    private boolean covers(String beanName) {
        BridgeSwitches switches = models.getObject().switches();
        if (switches.isEnabled() && switches.isExcluded(beanName)) {
            models.getObject()
                    .coverage()
                    .left(Coverage.Kind.CLIENT, beanName, "named in 'agentkit.spring-ai.exclude-beans'");
        }
        return switches.covers(beanName);
    }

    private ChatClient client(ChatClient client, String beanName) {
        List<Advisor> missing = missing(client, beanName);
        ChatClient.Builder builder = missing.isEmpty() ? null : client.mutate();
        return builder == null ? client : builder.defaultAdvisors(missing).build();
    }

    /** A mock answers with nothing, and a client of another kind cannot be looked into. */
    private List<Advisor> missing(ChatClient client, String beanName) {
        Coverage coverage = models.getObject().coverage();
        if (!(client.prompt() instanceof DefaultChatClientRequestSpec spec)) {
            coverage.left(
                    Coverage.Kind.CLIENT,
                    beanName,
                    "a " + client.getClass().getName() + ", whose advisors cannot be read");
            return List.of();
        }
        List<Advisor> missing = new ArrayList<>(2);
        if (spec.getAdvisors().stream().noneMatch(ToolsAdvisor.class::isInstance)) {
            missing.add(new ToolsAdvisor(bridge));
        }
        ChatModel model = ModelOfClient.find(spec);
        AgentkitChatModel governed = model == null
                        || model instanceof AgentkitChatModel
                        || spec.getAdvisors().stream().anyMatch(ModelAdvisor.class::isInstance)
                ? null
                : models.getObject().decoratorOf(model);
        if (governed != null) {
            missing.add(new ModelAdvisor(governed));
        }
        coverage.governed(
                Coverage.Kind.CLIENT, beanName, governed == null ? null : "its model is governed in this client only");
        return missing;
    }

    /** Spring AI does not say which model a client calls. */
    private static final class ModelOfClient {

        private static final @Nullable Method GETTER =
                ReflectionUtils.findMethod(DefaultChatClientRequestSpec.class, "getChatModel");

        static @Nullable ChatModel find(DefaultChatClientRequestSpec spec) {
            if (GETTER == null) {
                return null;
            }
            ReflectionUtils.makeAccessible(GETTER);
            return ReflectionUtils.invokeMethod(GETTER, spec) instanceof ChatModel model ? model : null;
        }
    }
}
