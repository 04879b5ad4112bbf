package io.agentkit.runs;

import io.agentkit.AgentKit;
import tools.jackson.databind.json.JsonMapper;

/** Reads results with Jackson. */
final class JsonCodec implements AgentKit.Codec {

    private final JsonMapper mapper = JsonMapper.shared();

    @Override
    public <T> T read(String json, Class<T> type) {
        return mapper.readValue(json, type);
    }
}
