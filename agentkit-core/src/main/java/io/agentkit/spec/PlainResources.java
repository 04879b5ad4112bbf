package io.agentkit.spec;

import io.agentkit.ChainEnvironment;
import java.util.Map;
import org.jspecify.annotations.Nullable;

record PlainResources(ChainEnvironment environment, Map<String, Object> named, Object[] shared) implements Resources {

    @Override
    public <T> @Nullable T find(Class<T> type) {
        for (Object object : shared) {
            if (type.isInstance(object)) {
                return type.cast(object);
            }
        }
        return null;
    }

    @Override
    public <T> @Nullable T find(String name, Class<T> type) {
        Object object = named.get(name);
        return type.isInstance(object) ? type.cast(object) : null;
    }
}
