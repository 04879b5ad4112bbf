package io.agentkit.safety;

import io.agentkit.chat.Message;
import io.agentkit.chat.ToolOutput;
import io.agentkit.detect.Origin;
import java.util.ArrayList;
import java.util.List;

/** The results of tools in one message. */
final class ToolOutputs {

    private ToolOutputs() {}

    static Message guarded(TextGuard guard, SecurityAction usual, Place place, Message message) {
        List<ToolOutput> changed = null;
        for (int i = 0; i < message.toolOutputs().size(); i++) {
            ToolOutput output = message.toolOutputs().get(i);
            String after = guard.guarded(
                    place, output.text(), Origin.TOOL, usual, "tool '%s'".formatted(Frame.name(output.name())));
            if (!after.equals(output.text())) {
                changed = changed == null ? new ArrayList<>(message.toolOutputs()) : changed;
                changed.set(i, new ToolOutput(output.callId(), output.name(), after));
            }
        }
        return changed == null ? message : message.withToolOutputs(changed);
    }
}
