package io.agentkit.safety;

import io.agentkit.Call;
import io.agentkit.text.CanonicalJson;
import io.agentkit.text.Fingerprint;
import io.agentkit.tool.ToolRequest;
import java.util.Map;

/** What an approval is for: this run, for whom it works, this tool and exactly these arguments. */
final class CallFingerprint {

    private CallFingerprint() {}

    static String of(Call<?> call, ToolRequest request) {
        Fingerprint fingerprint = new Fingerprint().add(call.runId());
        call.scope().values().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(each -> fingerprint.add(each.getKey()).add(each.getValue()));
        return fingerprint.add(request.name()).add(arguments(request)).hex();
    }

    /** The same for texts that mean the same. */
    static String arguments(ToolRequest request) {
        String canonical = CanonicalJson.of(request.arguments());
        return canonical == null ? request.arguments() : canonical;
    }
}
