package io.agentkit.observe;

import io.agentkit.observe.AgentKitObservation.ToolKey;
import io.agentkit.observe.AgentKitObservation.ToolLabel;
import io.agentkit.text.Truncation;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import java.util.ArrayList;
import java.util.List;

/**
 * OpenTelemetry's names for generative AI where there are some, {@code agentkit.*} elsewhere. Thread-safe.
 */
public class DefaultToolObservationConvention implements ToolObservationConvention {

    static final DefaultToolObservationConvention INSTANCE = new DefaultToolObservationConvention();

    private static final KeyValue OPERATION = ToolLabel.OPERATION.withValue("execute_tool");

    @Override
    public String getName() {
        return AgentKitObservation.TOOL.getName();
    }

    @Override
    public String getContextualName(ToolObservationContext context) {
        return "execute_tool " + context.label(context.call().request().name());
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(ToolObservationContext context) {
        ToolResult result = context.reply();
        // In the order of their keys: Micrometer sorts what is not, which costs more than all the rest.
        return KeyValues.of(
                ToolLabel.CACHE_STATUS.withValue(
                        result == null ? BoundedNames.NONE : CallKeys.text(result.cacheStatus())),
                ToolLabel.CHAIN.withValue(context.call().chain()),
                ToolLabel.ERROR_KIND.withValue(CallKeys.errorKind(context)),
                OPERATION,
                ToolLabel.TOOL.withValue(context.label(context.call().request().name())));
    }

    /** Nothing before the call has ended, since it would only be computed twice; then in the order of the keys. */
    @Override
    public KeyValues getHighCardinalityKeyValues(ToolObservationContext context) {
        ToolResult result = context.reply();
        if (result == null && context.failure() == null) {
            return KeyValues.empty();
        }
        List<KeyValue> keys = new ArrayList<>(16);
        ToolRequest request = context.call().request();
        CallKeys.identity(keys, context);
        CallKeys.depthAndRequests(keys, context);
        CallKeys.runAndScope(keys, context);
        if (result != null) {
            keys.add(ToolKey.RESULT_SIZE.withValue(Long.toString(Truncation.bytes(result.text()))));
        }
        keys.add(ToolKey.SAFETY.withValue(CallKeys.text(request.facts().safety())));
        CallKeys.errorType(keys, context);
        CallKeys.names(keys, context);
        if (context.isContentIncluded()) {
            keys.add(ToolKey.ARGUMENTS.withValue(Content.arguments(request)));
        }
        if (!request.callId().isEmpty()) {
            keys.add(ToolKey.CALL_ID.withValue(request.callId()));
        }
        if (result != null && context.isContentIncluded()) {
            keys.add(ToolKey.RESULT.withValue(Content.result(result.text())));
        }
        return KeyValues.of(keys);
    }
}
