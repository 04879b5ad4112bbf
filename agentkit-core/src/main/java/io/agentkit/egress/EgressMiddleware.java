package io.agentkit.egress;

import io.agentkit.Call;
import io.agentkit.Next;
import io.agentkit.ToolMiddleware;
import io.agentkit.egress.EgressDecision.Refused;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class EgressMiddleware implements ToolMiddleware {

    private static final Logger log = LoggerFactory.getLogger(EgressMiddleware.class);

    private static final Refused FAILED = EgressDecision.refused(EgressRule.DENIED, "the guardrail failed to judge it");

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
            Arguments.Finding found =
                    Arguments.firstRefused(request.arguments(), judge(guardrail.forTool(request.name()), declared));
            if (found != null) {
                throw blocked(call, declared, found);
            }
        }
        return next.call(call);
    }

    private Arguments.Judge judge(Guardrail judging, Set<String> declared) {
        return (path, kind, text) -> declared.contains(path)
                ? ofDeclared(judging, declared, path, kind, text)
                : ofOther(judging, declared, path, kind, text);
    }

    private @Nullable Refused ofDeclared(
            Guardrail judging, Set<String> declared, String path, Arguments.Kind kind, String text) {
        return switch (kind) {
            case TEXT -> ofUrl(judging, text);
            case NULL -> null;
            case NAME -> ofText(judging, text);
            case OBJECT -> isAbove(path, declared) ? null : NO_TEXT;
            case OTHER, BROKEN -> NO_TEXT;
        };
    }

    private static boolean isAbove(String path, Set<String> declared) {
        return declared.stream().anyMatch(other -> other.startsWith(path + "."));
    }

    private @Nullable Refused ofOther(
            Guardrail judging, Set<String> declared, String path, Arguments.Kind kind, String text) {
        return switch (kind) {
            case TEXT, NAME -> ofText(judging, text);
            case BROKEN -> isAbove(path, declared) ? Arguments.UNREADABLE : null;
            case NULL, OBJECT, OTHER -> null;
        };
    }

    private @Nullable Refused ofText(Guardrail judging, String text) {
        if (scan == EgressScan.DECLARED) {
            return null;
        }
        if (scan == EgressScan.WHOLE) {
            String url = ArgumentText.whole(text);
            return url == null ? null : ofUrl(judging, url);
        }
        for (String url : ArgumentText.anywhere(text)) {
            Refused refused = ofUrl(judging, url);
            if (refused != null) {
                return refused;
            }
        }
        return null;
    }

    /** What nobody can decide is refused, without the words of whoever failed: they may quote the URL. */
    private static @Nullable Refused ofUrl(Guardrail judging, String url) {
        EgressDecision decision;
        try {
            decision = judging.checkUrl(url);
        } catch (RuntimeException failure) {
            log.warn(
                    "The guardrail failed, so the tool was not called: {}",
                    failure.getClass().getName());
            return FAILED;
        }
        return decision == null ? FAILED : decision instanceof Refused refused ? refused : null;
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
