package io.agentkit.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PromQueryTests {

    @Test
    void findsMetricsAndLabelsOfAnExpression() {
        assertThat(PromQuery.of(
                                "sum by (chain, model) (rate(a_total{status=\"failed\",chain=~\"$chain\"}[$__range])) / b > 0.1 and c_seconds")
                        .labels())
                .isEqualTo(Map.of(
                        "a_total",
                        Set.of("chain", "model", "status"),
                        "b",
                        Set.of("chain", "model"),
                        "c_seconds",
                        Set.of("chain", "model")));
        assertThat(PromQuery.of("label_values(a_total, chain)").labels()).isEqualTo(Map.of("a_total", Set.of("chain")));
        assertThat(PromQuery.of("increase(a_total[15m]) > 0").labels()).isEqualTo(Map.of("a_total", Set.of()));
        assertThat(PromQuery.of("histogram_quantile(0.9, sum(a_bucket) by (le))")
                        .labels())
                .isEqualTo(Map.of("a_bucket", Set.of("le")));
    }

    @Test
    void readsWhatAnApplicationGives() {
        assertThat(PromQuery.scraped("""
                        # HELP a_total Things
                        # TYPE a_total counter
                        a_total{chain="x{y}",model="a \\"b\\""} 1.0
                        a_total{chain="z",kind="k"} 2.0
                        b 3.0
                        """))
                .isEqualTo(Map.of("a_total", Set.of("chain", "model", "kind"), "b", Set.of()));
    }
}
