package io.agentkit.boot;

import io.agentkit.CallKind;
import io.agentkit.Scope;
import io.agentkit.catalog.MiddlewareCatalog;
import io.agentkit.limit.DepthLimitSpec;
import io.agentkit.limit.RateLimiterSpec;
import io.agentkit.price.Rates;
import io.agentkit.spend.BudgetSpec;
import io.agentkit.spend.MeterSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/** Reads everything below {@code agentkit} once, at the start, and refuses what cannot be meant. */
final class ConfigurationReader {

    private static final Logger log = LoggerFactory.getLogger(ConfigurationReader.class);

    private static final ConfigurationPropertyName CHAINS = PropertyTree.ROOT.append("chains");

    private static final ConfigurationPropertyName BUDGETS = PropertyTree.ROOT.append("budgets");

    private static final ConfigurationPropertyName EXCLUDED =
            PropertyTree.ROOT.append("spring-ai").append("exclude-beans");

    private static final ConfigurationPropertyName MODELS =
            PropertyTree.ROOT.append("assign").append("models");

    private static final Set<String> SCOPES =
            Set.of(BudgetSpec.GLOBAL, BudgetSpec.RUN, Scope.TENANT, Scope.USER, Scope.AGENT);

    private static final Pattern PAIR_NAME = Pattern.compile("[a-z][a-z0-9-]*");

    private final PropertyTree tree;

    private final MiddlewareCatalog catalog;

    private final MiddlewareBeans beans;

    private final SpecBinder binder;

    private final Mistakes mistakes = new Mistakes();

    ConfigurationReader(PropertyTree tree, MiddlewareCatalog catalog, MiddlewareBeans beans) {
        this.tree = tree;
        this.catalog = catalog;
        this.beans = beans;
        this.binder = new SpecBinder(tree);
    }

    ChainDefinitions read() {
        Boolean enabled = binder.bind(PropertyTree.ROOT.append("enabled"), Bindable.of(Boolean.class));
        if (Boolean.FALSE.equals(enabled)) {
            return nothing();
        }
        UnknownKeys unknown = new UnknownKeys(tree, catalog, beans);
        unknown.refuse(mistakes);
        unknown.warnOfVariables();
        refuseBeansNamedLikeBuiltIns();
        Map<String, ChainDefinition> chat = new LinkedHashMap<>();
        Map<String, ChainDefinition> tool = new LinkedHashMap<>();
        ChainReader reader = new ChainReader(tree, catalog, beans, mistakes);
        chat.put(ChainDefaults.PAIR, main(reader, CallKind.CHAT, PropertyTree.ROOT.append("chat")));
        tool.put(ChainDefaults.PAIR, main(reader, CallKind.TOOL, PropertyTree.ROOT.append("tool")));
        for (String pair : tree.keysBelow(CHAINS)) {
            mistakes.in(() -> checkPairName(pair));
            ConfigurationPropertyName path = CHAINS.append(pair);
            put(chat, pair, reader.read(pair, CallKind.CHAT, path.append("chat")));
            put(tool, pair, reader.read(pair, CallKind.TOOL, path.append("tool")));
        }
        ChainDefinitions definitions = new ChainDefinitions(true, chat, tool, assigned(chat.keySet()));
        definitions.tool().values().forEach(chain -> mistakes.in(() -> refuseWhatCountsModels(chain)));
        RateLimitCheck rates = new RateLimitCheck(tree, definitions);
        rates.check(mistakes);
        new ApprovalCheck(tree, definitions).check(mistakes);
        boolean chainsAreValid = mistakes.count() == 0;
        Map<String, BudgetSpec> budgets = eachOfTheRest(rates);
        new BudgetParents(tree, budgets).check(mistakes);
        if (chainsAreValid) {
            requireMeterForBudgets(budgets, definitions);
        }
        budgets.forEach(ConfigurationReader::warnOfScope);
        // Once more as a whole: for all that is no chain.
        AgentkitProperties all =
                mistakes.of(() -> binder.bind(PropertyTree.ROOT, Bindable.of(AgentkitProperties.class)));
        if (all != null) {
            all.springAi().excludeBeans().forEach(name -> mistakes.in(() -> requireBean(name)));
        }
        mistakes.throwIfAny();
        return definitions;
    }

    /**
     * Binding all of it ends at the first mistake, so what has names of the application's own is bound one by one before.
     *
     * @return the budgets that are valid by themselves
     */
    private Map<String, BudgetSpec> eachOfTheRest(RateLimitCheck rates) {
        Map<String, BudgetSpec> budgets = each(BUDGETS, BudgetSpec.class);
        each(RateLimitCheck.LIMITERS, RateLimiterSpec.class)
                .forEach((name, limiter) -> rates.warnOfKeys(
                        tree.child(RateLimitCheck.LIMITERS, name).toString(), limiter.per()));
        each(PropertyTree.ROOT.append("pricing").append("models"), Rates.class);
        each(PropertyTree.ROOT.append("tool").append("tools"), AgentkitProperties.ToolSettings.class);
        for (String pair : tree.keysBelow(CHAINS)) {
            each(tree.child(CHAINS, pair).append("tool").append("tools"), AgentkitProperties.ToolSettings.class);
        }
        return budgets;
    }

    private <T> Map<String, T> each(ConfigurationPropertyName block, Class<T> type) {
        Map<String, T> valid = new LinkedHashMap<>();
        for (String name : tree.keysBelow(block)) {
            T bound = mistakes.of(() -> binder.bind(tree.child(block, name), Bindable.of(type)));
            if (bound != null) {
                valid.put(name, bound);
            }
        }
        return valid;
    }

    private static ChainDefinition main(ChainReader reader, CallKind kind, ConfigurationPropertyName path) {
        ChainDefinition written = reader.read(ChainDefaults.PAIR, kind, path);
        return written != null ? written : reader.defaults(kind, path);
    }

    /** A pair that writes only one of its chains has the other one in common with all. */
    private static void put(Map<String, ChainDefinition> chains, String pair, @Nullable ChainDefinition written) {
        chains.put(pair, written != null ? written : chains.get(ChainDefaults.PAIR));
    }

    private ChainDefinitions nothing() {
        Map<String, ChainDefinition> chat = new LinkedHashMap<>();
        Map<String, ChainDefinition> tool = new LinkedHashMap<>();
        Set<String> pairs = new TreeSet<>(tree.keysBelow(CHAINS));
        pairs.add(ChainDefaults.PAIR);
        for (String pair : pairs) {
            chat.put(pair, new ChainDefinition(pair, CallKind.CHAT, List.of()));
            tool.put(pair, new ChainDefinition(pair, CallKind.TOOL, List.of()));
        }
        return new ChainDefinitions(false, chat, tool, Map.of());
    }

    private void checkPairName(String pair) {
        ConfigurationProperty found = null;
        for (ConfigurationPropertyName name : tree.written()) {
            if (CHAINS.isAncestorOf(name) && name.getElement(2, Form.ORIGINAL).equals(pair)) {
                found = tree.find(name);
                break;
            }
        }
        if (pair.equals(ChainDefaults.PAIR)) {
            throw Complaint.aboutBlock(
                            "agentkit.chains.default",
                            found,
                            "'default' is the pair at 'agentkit.chat' and 'agentkit.tool'")
                    .remedy("Write these chains below 'agentkit.chat' and 'agentkit.tool', or choose another name.");
        }
        if (!PAIR_NAME.matcher(pair).matches()) {
            throw Complaint.aboutBlock(
                            "agentkit.chains." + pair, found, "'%s' is no name for a pair of chains".formatted(pair))
                    .remedy("Use lower-case letters, digits and dashes, such as 'support-eu'.");
        }
    }

    private void refuseBeansNamedLikeBuiltIns() {
        for (String name : beans.names()) {
            if (catalog.names().contains(name)) {
                String where = beans.whereDefined(name);
                CallKind kind = beans.fits(name, CallKind.CHAT) ? CallKind.CHAT : CallKind.TOOL;
                String word = kind == CallKind.CHAT ? "chat" : "tool";
                mistakes.note(new Complaint(
                                "agentkit.%s.chain".formatted(word),
                                null,
                                null,
                                "The application's middleware bean '%s'%s is named like a built-in middleware, so a list could never mean it"
                                        .formatted(name, where == null ? "" : " (" + where + ")"))
                        .remedy(
                                "Rename the bean, for example to '%s', and write that into the list. To replace the built-in one, name the bean 'agentkit.%s.%s'."
                                        .formatted(ownName(name), word, name)));
            }
        }
    }

    private static String ownName(String name) {
        return "my" + Character.toUpperCase(name.charAt(0)) + name.substring(1).replace("-", "");
    }

    private Map<String, String> assigned(Set<String> pairs) {
        Map<String, String> assigned =
                mistakes.of(() -> binder.bind(MODELS, Bindable.mapOf(String.class, String.class)));
        if (assigned == null) {
            return Map.of();
        }
        assigned.forEach((model, pair) -> mistakes.in(() -> checkAssignment(model, pair, pairs)));
        return assigned;
    }

    private void checkAssignment(String model, String pair, Set<String> pairs) {
        if (!pairs.contains(pair)) {
            String meant = NearMiss.of(pair, pairs);
            throw complainAboutModel(model, "There is no pair of chains '%s'".formatted(pair))
                    .remedy((meant == null ? "" : "Did you mean '%s'? ".formatted(meant))
                            + "Pairs: %s.".formatted(String.join(", ", pairs)));
        }
        if (!beans.exists(model)) {
            throw complainAboutModel(model, "There is no bean '%s'".formatted(model))
                    .remedy("Write the name of the model's bean.");
        }
    }

    private Complaint complainAboutModel(String model, String reason) {
        for (ConfigurationPropertyName name : tree.written()) {
            if (MODELS.isAncestorOf(name) && name.getElement(3, Form.ORIGINAL).equals(model)) {
                return Complaint.about("agentkit.assign.models." + model, tree.find(name), reason);
            }
        }
        return new Complaint("agentkit.assign.models." + model, null, null, reason);
    }

    private void refuseWhatCountsModels(ChainDefinition chain) {
        for (ChainDefinition.Stage stage : chain.stages()) {
            if (stage.spec() instanceof MeterSpec meter && meter.maxTurns() != null) {
                throw countsModels(stage, "max-turns", "calls of models");
            }
            if (stage.spec() instanceof DepthLimitSpec depth && depth.maxRounds() != null) {
                throw countsModels(stage, "max-rounds", "replies of models");
            }
            if (stage.spec() instanceof DepthLimitSpec depth && depth.maxCallsPerReply() != null) {
                throw countsModels(stage, "max-calls-per-reply", "what replies of models ask for");
            }
        }
    }

    private InvalidConfigurationException countsModels(ChainDefinition.Stage stage, String setting, String what) {
        ConfigurationPropertyName name =
                ConfigurationPropertyName.of(stage.bean()).append(setting);
        return Complaint.about(
                        name.toString(),
                        tree.firstAt(name),
                        "'%s' counts %s, and this is a chain around tools".formatted(setting, what))
                .remedy("Write it among the settings of '%s' in a chat chain.".formatted(stage.name()));
    }

    private void requireMeterForBudgets(Map<String, BudgetSpec> budgets, ChainDefinitions definitions) {
        budgets.forEach((name, budget) -> {
            CallKind kind = budget.tools().isEmpty() ? CallKind.CHAT : CallKind.TOOL;
            if (!definitions.uses("meter", kind)) {
                String word = kind == CallKind.CHAT ? "chat" : "tool";
                ConfigurationPropertyName path = tree.child(BUDGETS, name);
                mistakes.note(Complaint.aboutBlock(
                                tree.inOwnWords(path),
                                tree.firstAt(path),
                                "No %s chain has 'meter', so this budget of %s would never be charged"
                                        .formatted(word, kind == CallKind.CHAT ? "model requests" : "tool calls"))
                        .remedy("Put 'meter' into 'agentkit.%s.chain', or remove the budget.".formatted(word)));
            }
        });
    }

    /** Any key of a run's scope is legal, and one that no run has makes one budget for all of them. */
    private static void warnOfScope(String name, BudgetSpec budget) {
        String meant = SCOPES.contains(budget.scope()) ? null : NearMiss.of(budget.scope(), SCOPES);
        if (meant != null) {
            log.warn(
                    "Budget '{}' is kept for '{}', a scope key of the application's own; was '{}' meant?",
                    name,
                    budget.scope(),
                    meant);
        }
    }

    /** A name with a slip would leave the bean governed that was meant. */
    private void requireBean(String excluded) {
        if (!beans.exists(excluded)) {
            throw Complaint.aboutBlock(
                            EXCLUDED.toString(), tree.firstAt(EXCLUDED), "There is no bean '%s'".formatted(excluded))
                    .remedy("Write the names of beans that are to be left as they are.");
        }
    }
}
