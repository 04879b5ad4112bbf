package io.agentkit.boot;

import io.agentkit.CallKind;
import io.agentkit.spec.MiddlewareSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One chain as it was written: which pair it belongs to, and what stands in it, outermost first. */
record ChainDefinition(String pair, CallKind kind, List<Stage> stages) {

    /**
     * @param name as in the list
     * @param bean the name of the bean in the chain
     * @param spec the settings; null when the application's own bean stands here
     */
    record Stage(String name, String bean, @Nullable MiddlewareSpec spec) {}

    /** The settings of a middleware; null when the chain has none of that name, or the application's own bean stands there. */
    @Nullable
    MiddlewareSpec find(String name) {
        for (Stage stage : stages) {
            if (stage.name().equals(name)) {
                return stage.spec();
            }
        }
        return null;
    }

    List<String> names() {
        return stages.stream().map(Stage::name).toList();
    }
}
