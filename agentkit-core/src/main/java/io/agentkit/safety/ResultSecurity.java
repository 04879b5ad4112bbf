package io.agentkit.safety;

import io.agentkit.AgentKitException;
import io.agentkit.Call;
import io.agentkit.Next;
import io.agentkit.ToolMiddleware;
import io.agentkit.detect.Finding;
import io.agentkit.detect.InjectionDetector;
import io.agentkit.detect.Origin;
import io.agentkit.detect.Severity;
import io.agentkit.text.Invisible;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.util.List;

final class ResultSecurity implements ToolMiddleware {

    private final SecuritySpec spec;

    private final List<Glob> trusted;

    private final InjectionDetector detector;

    ResultSecurity(SecuritySpec spec, InjectionDetector detector) {
        this.spec = spec;
        this.detector = detector;
        this.trusted = spec.trusted().stream().map(Glob::new).toList();
    }

    @Override
    public ToolResult handle(Call<ToolRequest> call, Next<ToolRequest, ToolResult> next) {
        String tool = call.request().name();
        if (!call.request().isForModel() || trusted.stream().anyMatch(each -> each.matches(tool))) {
            return next.call(call);
        }
        ToolResult result;
        try {
            result = next.call(call);
        } catch (AgentKitException refusal) {
            throw refusal;
        } catch (RuntimeException failure) {
            throw checked(call, failure);
        }
        return result.withText(guarded(call, result.text()));
    }

    private String guarded(Call<ToolRequest> call, String text) {
        String visible = spec.invisible() == InvisibleCharacters.STRIP ? Invisible.strip(text) : text;
        List<Finding> found = detector.find(text, Origin.TOOL);
        boolean blocked = isSure(found) && spec.onMarker() == OnMarker.BLOCK;
        tell(call, found, blocked);
        String tool = call.request().name();
        if (blocked) {
            return "Tool '%s' was called, but what it gave back is withheld: it holds text that looks like instructions."
                    .formatted(tool);
        }
        String masked = ContactMask.mask(visible, spec.redact());
        return spec.wrap() == Wrapping.ALWAYS
                ? Frame.around(masked, "tool '%s'".formatted(Frame.name(tool)), !found.isEmpty())
                : masked;
    }

    /** The message of a failure reaches the model as well, and may quote whoever was asked. */
    private RuntimeException checked(Call<ToolRequest> call, RuntimeException failure) {
        String message = failure.getMessage();
        List<Finding> found = message == null ? List.of() : detector.find(message, Origin.TOOL);
        tell(call, found, isSure(found));
        if (!isSure(found)) {
            return failure;
        }
        return new AgentKitException(
                call.environment().errors().classify(failure),
                "Tool '%s' failed; what it says is withheld: it holds text that looks like instructions"
                        .formatted(call.request().name()),
                failure);
    }

    private static boolean isSure(List<Finding> found) {
        return found.stream().anyMatch(each -> each.severity() != Severity.LOW);
    }

    private static void tell(Call<ToolRequest> call, List<Finding> found, boolean blocked) {
        if (!found.isEmpty() && call.isListening()) {
            call.emit(new ResultFlagged(
                    call.id(), call.runId(), call.chain(), call.request().name(), found, blocked));
        }
    }
}
