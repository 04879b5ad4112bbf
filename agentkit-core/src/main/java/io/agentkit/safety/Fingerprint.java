package io.agentkit.safety;

import io.agentkit.Call;
import io.agentkit.text.CanonicalJson;
import io.agentkit.text.JsonStrings;
import io.agentkit.text.Sha256;
import io.agentkit.tool.ToolRequest;
import java.util.Map;

/** What an approval is for: this run, for whom it works, this tool and exactly these arguments. */
final class Fingerprint {

    private Fingerprint() {}

    static String of(Call<?> call, ToolRequest request) {
        StringBuilder text = new StringBuilder();
        JsonStrings.quote(text, call.runId());
        call.scope().values().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(each -> {
                    JsonStrings.quote(text, each.getKey());
                    JsonStrings.quote(text, each.getValue());
                });
        text.append('/');
        JsonStrings.quote(text, request.name());
        return Sha256.hex(text.append(arguments(request)).toString());
    }

    /** The same for texts that mean the same. */
    static String arguments(ToolRequest request) {
        String canonical = CanonicalJson.of(request.arguments());
        return canonical == null ? request.arguments() : canonical;
    }
}
