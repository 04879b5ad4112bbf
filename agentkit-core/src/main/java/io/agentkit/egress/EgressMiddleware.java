package io.agentkit.egress;

import io.agentkit.Call;
import io.agentkit.Next;
import io.agentkit.ToolMiddleware;
import io.agentkit.egress.EgressDecision.Refused;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

final class EgressMiddleware implements ToolMiddleware {

    private static final Refused NO_TEXT =
            EgressDecision.refused(EgressRule.ARGUMENTS, "it is declared as an address, and no text stands there");

    /** What looks like the name of a parameter; other names of members are words of the model. */
    private static final Pattern NAMES = Pattern.compile("[\\w.-]{1,80}");

    private final Guardrail guardrail;
    private final EgressScan scan;

    EgressMiddleware(Guardrail guardrail, EgressScan scan) {
        this.guardrail = Objects.requireNonNull(guardrail, "'guardrail' must not be null");
        this.scan = scan;
    }

    @Override
    public ToolResult handle(Call<ToolRequest> call, Next<ToolRequest, ToolResult> next) {
        ToolRequest request = call.request();
        Set<String> declared = request.facts().urlArguments();
        if (!declared.isEmpty() || scan != EgressScan.DECLARED) {
            Arguments.Finding found = Arguments.firstRefused(
                    request.arguments(),
                    (path, kind, text) ->
                            declared.contains(path) ? ofDeclared(declared, path, kind, text) : ofOther(kind, text));
            if (found != null) {
                throw blocked(call, declared, found);
            }
        }
        return next.call(call);
    }

    private @Nullable Refused ofDeclared(Set<String> declared, String path, Arguments.Kind kind, String text) {
        return switch (kind) {
            case TEXT -> ofUrl(text);
            case NULL -> null;
            case NAME -> ofOther(kind, text);
            case OBJECT -> declared.stream().anyMatch(other -> other.startsWith(path + ".")) ? null : NO_TEXT;
            case OTHER -> NO_TEXT;
        };
    }

    private @Nullable Refused ofOther(Arguments.Kind kind, String text) {
        if (scan == EgressScan.DECLARED || (kind != Arguments.Kind.TEXT && kind != Arguments.Kind.NAME)) {
            return null;
        }
        if (scan == EgressScan.WHOLE) {
            String url = ArgumentText.whole(text);
            return url == null ? null : ofUrl(url);
        }
        List<String> urls = ArgumentText.anywhere(text);
        for (String url : urls) {
            Refused refused = ofUrl(url);
            if (refused != null) {
                return refused;
            }
        }
        return null;
    }

    private @Nullable Refused ofUrl(String url) {
        EgressDecision decision = Objects.requireNonNull(guardrail.checkUrl(url), "the guardrail decided nothing");
        return decision instanceof Refused refused ? refused : null;
    }

    private static EgressBlockedException blocked(
            Call<ToolRequest> call, Set<String> declared, Arguments.Finding found) {
        boolean name =
                declared.contains(found.path()) || NAMES.matcher(found.path()).matches();
        String argument = name ? found.path() : "";
        if (call.isListening()) {
            call.emit(new EgressBlocked(
                    call.id(),
                    call.runId(),
                    call.request().name(),
                    argument,
                    found.refusal().rule()));
        }
        return new EgressBlockedException(argument, found.refusal());
    }
}
