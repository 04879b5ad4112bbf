package io.agentkit.egress;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;

/** What a guardrail says of URLs. */
record Verdicts(Guardrail guardrail) {

    static final Verdicts DEFAULTS = new Verdicts(EgressSpec.defaults().guardrail());

    /** The rule that refuses the URL; null when it may be reached. */
    @Nullable
    EgressRule of(String url) {
        return guardrail.checkUrl(url) instanceof EgressDecision.Refused refused ? refused.rule() : null;
    }

    void allows(String... urls) {
        for (String url : urls) {
            assertThat(of(url)).as(url).isNull();
        }
    }

    void refuses(EgressRule rule, String... urls) {
        for (String url : urls) {
            assertThat(of(url)).as(url).isEqualTo(rule);
        }
    }
}
