package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.catalog.MiddlewareCatalog;
import io.agentkit.price.Rates;
import io.agentkit.resilience.Backoff;
import io.agentkit.spend.BudgetSpec;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

class AgentkitRuntimeHintsTests {

    private final RuntimeHints hints = new RuntimeHints();

    @BeforeEach
    void register() {
        new AgentkitRuntimeHints().registerHints(hints, getClass().getClassLoader());
    }

    @Test
    void letsAnImageMakeTheSettingsOfEveryMiddleware() {
        MiddlewareCatalog catalog = MiddlewareCatalog.builtIns();

        assertThat(catalog.names())
                .isNotEmpty()
                .allSatisfy(name -> assertThat(catalog.find(name)).allSatisfy(this::assertBindable));
    }

    @Test
    void reachesRecordsWithinRecordsMapsAndLists() {
        List.of(Backoff.class, BudgetSpec.class, Rates.class, AgentkitProperties.ToolSettings.class)
                .forEach(this::assertBindable);
    }

    @Test
    void letsAnImageReadThePriceList() {
        assertThat(RuntimeHintsPredicates.resource().forResource("io/agentkit/price/prices.txt"))
                .accepts(hints);
    }

    private void assertBindable(Class<?> type) {
        assertThat(RuntimeHintsPredicates.reflection()
                        .onType(type)
                        .withMemberCategory(MemberCategory.INVOKE_PUBLIC_METHODS))
                .as(type.getName())
                .accepts(hints);
        assertThat(type.getDeclaredConstructors())
                .anySatisfy(constructor -> assertThat(
                                RuntimeHintsPredicates.reflection().onConstructorInvocation(constructor))
                        .accepts(hints));
    }
}
