package io.agentkit.springai;

import io.agentkit.Endpoint;
import io.agentkit.boot.NearMiss;
import io.agentkit.chat.ChatRequest;
import io.agentkit.resilience.ChatTarget;
import io.agentkit.resilience.ChatTargets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Finds the models that settings name, among the application's beans: a bean, a bean and a model behind a colon, or a model. A model goes to
 * the bean that is set to it, else to the only bean of its maker, else to the bean that was called. Which beans there are is checked when
 * chains are assembled; the beans themselves are made later, since they need chains. Thread-safe.
 */
final class ModelTargets implements ChatTargets {

    /** How Spring AI and most others name such beans. */
    private static final Pattern BEAN = Pattern.compile("[a-z][A-Za-z0-9]*Model");

    private final ConfigurableListableBeanFactory beans;
    private final ChainThreads threads;
    private final Map<String, ChatModelEndpoint> endpoints = new ConcurrentHashMap<>();

    /** All of them, once the application has started; two that race make equal ones. */
    private volatile @Nullable List<ChatModelEndpoint> all;

    ModelTargets(ConfigurableListableBeanFactory beans, ChainThreads threads) {
        this.beans = beans;
        this.threads = threads;
    }

    private Set<String> names() {
        return new TreeSet<>(Set.of(beans.getBeanNamesForType(ChatModel.class, true, false)));
    }

    @Override
    public ChatTarget find(String name) {
        Set<String> known = names();
        if (known.contains(name)) {
            return own -> place(endpoint(name), own);
        }
        int colon = name.indexOf(':');
        String bean = colon < 0 ? name : name.substring(0, colon);
        if (colon < 0 || !known.contains(bean)) {
            refuseSlip(name, bean, known);
            return own -> byModel(name, own);
        }
        String model = name.substring(colon + 1);
        if (model.isBlank()) {
            throw new IllegalArgumentException("'%s' names no model behind the colon".formatted(name));
        }
        return own -> new ChatTarget.Place(endpoint(bean), model);
    }

    private static void refuseSlip(String name, String bean, Set<String> known) {
        String meant = NearMiss.of(bean, known);
        if (meant != null || BEAN.matcher(bean).matches()) {
            throw new IllegalArgumentException(
                    "'%s' names no model: there is no ChatModel bean '%s'. %sBeans: %s. %s"
                            .formatted(
                                    name,
                                    bean,
                                    meant == null ? "" : "Did you mean '%s'? ".formatted(meant),
                                    known.isEmpty() ? "none" : String.join(", ", known),
                                    "A model that is really called so stands behind the bean that serves it, as in 'bean:model'"));
        }
    }

    private static ChatTarget.Place place(ChatModelEndpoint endpoint, Endpoint<ChatRequest, ?> own) {
        return new ChatTarget.Place(endpoint, endpoint.equals(own) ? null : endpoint.ownModel());
    }

    private ChatTarget.Place byModel(String model, Endpoint<ChatRequest, ?> own) {
        List<ChatModelEndpoint> set =
                all().stream().filter(each -> model.equals(each.ownModel())).toList();
        if (!set.isEmpty()) {
            return new ChatTarget.Place(set.size() == 1 ? set.get(0) : own, model);
        }
        String maker = Dialect.maker(model);
        if (maker == null || own.provider() == null || maker.equals(own.provider())) {
            return new ChatTarget.Place(own, model);
        }
        List<ChatModelEndpoint> makers =
                all().stream().filter(each -> maker.equals(each.provider())).toList();
        return new ChatTarget.Place(makers.size() == 1 ? makers.get(0) : own, model);
    }

    private List<ChatModelEndpoint> all() {
        List<ChatModelEndpoint> known = all;
        if (known == null) {
            known = new ArrayList<>();
            for (String name : names()) {
                if (beans.containsSingleton(name)) {
                    known.add(endpoint(name));
                }
            }
            all = known;
        }
        return known;
    }

    private ChatModelEndpoint endpoint(String bean) {
        ChatModelEndpoint known = endpoints.get(bean);
        if (known == null) {
            ChatModel model = beans.getBean(bean, ChatModel.class);
            known = new ChatModelEndpoint(
                    model instanceof AgentkitChatModel governed ? governed.unwrap() : model, threads);
            endpoints.put(bean, known);
        }
        return known;
    }
}
