package io.agentkit.safety;

import io.agentkit.Scope;
import io.agentkit.ToolMiddleware;
import io.agentkit.spec.Resources;
import io.agentkit.spec.ToolSpec;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Settings of {@code policy}: which tools may be called, and for whom. Each line is the name of a tool, where {@code *} stands for any
 * characters and {@code ?} for one; behind it may stand what has to be so in the scope of the run, such as {@code charge_* tenant=trial-*}. The
 * order of the lines means nothing: what denies comes first, then what asks, then what allows. A {@link ToolPolicy} of the resources is asked
 * as well, and the stricter of the two counts. Immutable.
 *
 * @param deny calls that are refused, whatever else allows them; none by default
 * @param allow the only calls that are let through, with those that need approval; all by default, and never empty
 * @param requireApproval calls that wait for {@code approval}, which has to stand further inside in the chain; none by default
 */
@ConfigurationPropertiesSource
public record PolicySpec(List<String> deny, @Nullable List<String> allow, List<String> requireApproval)
        implements ToolSpec {

    private static final PolicySpec DEFAULTS = new PolicySpec(null, null, null);

    /** @throws IllegalArgumentException when {@code allow} is empty, or a line is malformed */
    public PolicySpec(
            @Nullable List<String> deny, @Nullable List<String> allow, @Nullable List<String> requireApproval) {
        this.deny = deny == null ? List.of() : List.copyOf(deny);
        this.allow = allow == null ? null : List.copyOf(allow);
        this.requireApproval = requireApproval == null ? List.of() : List.copyOf(requireApproval);
        if (allow != null && allow.isEmpty()) {
            throw new IllegalArgumentException(
                    "'allow' must not be empty: no tool could be called; leave it out to allow all that is not denied");
        }
        rules();
    }

    public static PolicySpec defaults() {
        return DEFAULTS;
    }

    public PolicySpec withDeny(List<String> value) {
        return new PolicySpec(value, allow, requireApproval);
    }

    public PolicySpec withAllow(@Nullable List<String> value) {
        return new PolicySpec(deny, value, requireApproval);
    }

    public PolicySpec withRequireApproval(List<String> value) {
        return new PolicySpec(deny, allow, value);
    }

    /**
     * Tells which tools these settings deny to a scope, whatever the arguments are: for whoever offers tools to a model. A {@link ToolPolicy}
     * is not asked. Thread-safe.
     */
    public BiPredicate<String, Scope> denials() {
        ToolRules rules = rules();
        return (tool, scope) -> rules.decide(tool, scope).permission() == ToolVerdict.Permission.DENY;
    }

    private ToolRules rules() {
        return new ToolRules(
                ToolRule.all("deny", deny),
                ToolRule.all("requireApproval", requireApproval),
                allow == null ? List.of() : ToolRule.all("allow", allow));
    }

    @Override
    public ToolMiddleware toolMiddleware(Resources resources) {
        return new PolicyMiddleware(rules(), resources.find(ToolPolicy.class));
    }
}
