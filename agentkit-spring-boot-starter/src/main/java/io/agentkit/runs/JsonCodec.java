package io.agentkit.runs;

import io.agentkit.AgentKit;
import io.agentkit.coerce.OutputSchema;
import tools.jackson.databind.json.JsonMapper;

/** Reads results with Jackson, and answers as records with a schema. Thread-safe. */
final class JsonCodec implements AgentKit.Codec {

    private final JsonMapper mapper = JsonMapper.shared();

    private final ClassValue<OutputSchema<?>> schemas = new ClassValue<>() {
        @Override
        protected OutputSchema<?> computeValue(Class<?> type) {
            return OutputSchema.of(type);
        }
    };

    @Override
    public <T> T read(String json, Class<T> type) {
        return mapper.readValue(json, type);
    }

    @Override
    public String schema(Class<?> type) {
        return schemas.get(type).json();
    }

    @Override
    public <T> T output(String json, Class<T> type) {
        return type.cast(schemas.get(type).read(json));
    }
}
