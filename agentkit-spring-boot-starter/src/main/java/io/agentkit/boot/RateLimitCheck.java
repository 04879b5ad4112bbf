package io.agentkit.boot;

import io.agentkit.CallKind;
import io.agentkit.Scope;
import io.agentkit.boot.ChainDefinition.Stage;
import io.agentkit.limit.RateLimitSpec;
import io.agentkit.limit.RateLimiterSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** Refuses rate limits that could limit nothing: limiters that do not exist or that nobody uses, and tokens or models of tools. */
final class RateLimitCheck {

    private static final Logger log = LoggerFactory.getLogger(RateLimitCheck.class);

    private static final List<String> OF_MODELS = List.of(RateLimiterSpec.MODEL, RateLimiterSpec.PROVIDER);

    private static final List<String> OF_TOOLS = List.of(RateLimiterSpec.TOOL);

    private static final Set<String> KEYS = Set.of(
            RateLimiterSpec.MODEL,
            RateLimiterSpec.PROVIDER,
            RateLimiterSpec.TOOL,
            RateLimiterSpec.RUN,
            Scope.TENANT,
            Scope.USER,
            Scope.AGENT);

    static final ConfigurationPropertyName LIMITERS = PropertyTree.ROOT.append("rate-limiters");

    private final PropertyTree tree;

    private final Set<String> names;

    private final List<ChainDefinition> chains = new ArrayList<>();

    RateLimitCheck(PropertyTree tree, ChainDefinitions definitions) {
        this.tree = tree;
        this.names = tree.keysBelow(LIMITERS);
        chains.addAll(new HashSet<>(definitions.chat().values()));
        chains.addAll(new HashSet<>(definitions.tool().values()));
    }

    void check(Mistakes mistakes) {
        Set<String> used = new HashSet<>();
        for (ChainDefinition chain : chains) {
            for (Stage stage : chain.stages()) {
                if (stage.spec() instanceof RateLimitSpec spec) {
                    mistakes.in(() -> check(chain.kind(), stage.bean(), spec));
                    used.add(plain(String.valueOf(spec.limiter())));
                }
            }
        }
        for (String name : names) {
            if (!used.contains(plain(name))) {
                mistakes.in(() -> refuseUnused(name));
            }
        }
    }

    private void check(CallKind kind, String block, RateLimitSpec spec) {
        String limiter = spec.limiter();
        if (limiter != null && names.stream().noneMatch(limiter::equals)) {
            String meant = NearMiss.of(limiter, names);
            throw complain(block, "limiter", "There is no rate limiter '%s'".formatted(limiter))
                    .remedy((meant == null ? "" : "Did you mean '%s'? ".formatted(meant))
                            + "Write it below '%s', or write a rate in place of its name.".formatted(LIMITERS));
        }
        if (kind == CallKind.TOOL && spec.tokensPerMinute() != null) {
            throw complain(
                            block,
                            "tokens-per-minute",
                            "'tokens-per-minute' counts tokens of models, and this is a chain around tools")
                    .remedy("Write it among the settings of 'rate-limit' in a chat chain.");
        }
        for (String foreign : kind == CallKind.TOOL ? OF_MODELS : OF_TOOLS) {
            refuseForeign(kind, block, spec, foreign);
        }
        warnOfKeys(block, spec.per());
    }

    private void refuseForeign(CallKind kind, String block, RateLimitSpec spec, String foreign) {
        if (spec.per().contains(foreign)) {
            throw complain(
                            block,
                            "per",
                            "'per' names '%s', and this is a chain around %s"
                                    .formatted(foreign, kind == CallKind.TOOL ? "tools" : "models"))
                    .remedy("Remove '%s' from it.".formatted(foreign));
        }
    }

    /** Any key of a run's scope is legal, and one that no run has makes one bucket for all. */
    void warnOfKeys(String block, List<String> per) {
        for (String key : per) {
            String meant = KEYS.contains(key) ? null : NearMiss.of(key, KEYS);
            if (meant != null) {
                ConfigurationPropertyName name =
                        ConfigurationPropertyName.of(block).append("per");
                ConfigurationProperty written = tree.firstAt(name);
                log.warn(
                        "'{}'{} names '{}', a scope key of the application's own: what has no value for it shares one bucket; was '{}' meant?",
                        name,
                        written == null ? "" : " (" + written.getOrigin() + ")",
                        key,
                        meant);
            }
        }
    }

    private Complaint complain(String block, String setting, String reason) {
        ConfigurationPropertyName name = ConfigurationPropertyName.of(block).append(setting);
        return Complaint.about(name.toString(), tree.firstAt(name), reason);
    }

    private void refuseUnused(String name) {
        ConfigurationPropertyName path = tree.child(LIMITERS, name);
        throw Complaint.aboutBlock(
                        tree.inOwnWords(path),
                        tree.firstAt(path),
                        "No chain has a 'rate-limit' with 'limiter: %s', so it would limit nothing".formatted(name))
                .remedy("Name it in the 'rate-limit' of a chain, or remove it.");
    }

    /** An environment variable has no dashes. */
    private static String plain(String name) {
        return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }
}
