package io.agentkit.safety;

import io.agentkit.BlockedException;
import io.agentkit.Call;
import io.agentkit.Failure;
import io.agentkit.chat.Media;
import io.agentkit.detect.Category;
import io.agentkit.detect.Finding;
import io.agentkit.detect.Origin;
import io.agentkit.detect.Severity;
import io.agentkit.text.Invisible;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks at one text of a conversation and does what the settings say. Thread-safe. */
final class TextGuard {

    private final ChatSecuritySpec spec;

    private final KeptFindings kept;

    private final @Nullable InjectionClassifier classifier;

    TextGuard(ChatSecuritySpec spec, KeptFindings kept, @Nullable InjectionClassifier classifier) {
        this.spec = spec;
        this.kept = kept;
        this.classifier = classifier;
    }

    /**
     * The text as it may reach the model; the same object when nothing has to change.
     *
     * @param usual what becomes of it where the category does not say otherwise
     * @param source what a frame calls it
     * @throws BlockedException when it may not
     */
    String guarded(Place place, String text, Origin origin, SecurityAction usual, String source) {
        String body = origin == Origin.TOOL ? Frame.body(text) : null;
        SecurityAction action = look(place, body == null ? text : body, origin, usual);
        boolean strips = action == SecurityAction.STRIP || spec.invisible() == InvisibleCharacters.STRIP;
        // A frame has the hash of what it holds.
        String visible = strips && body == null ? Invisible.strip(text) : text;
        boolean wraps = action == SecurityAction.WRAP && (body == null || !Frame.isWarned(text));
        return wraps ? Frame.around(visible, source, true) : visible;
    }

    /** Documents that come with a message as text. They cannot be changed, only refused. */
    void media(Place place, List<Media> media) {
        for (Media each : media) {
            String text = text(each);
            if (text != null && each.mimeType().startsWith("text/")) {
                look(place, text, Origin.TOOL, spec.onUser());
            }
        }
    }

    private static @Nullable String text(Media media) {
        if (media.source() instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        return media.source() instanceof String text ? text : null;
    }

    /** The strictest of what the findings call for; null when there is none. */
    private @Nullable SecurityAction look(Place place, String text, Origin origin, SecurityAction usual) {
        KeptFindings.Look look = kept.at(text, origin);
        SecurityAction strictest = null;
        Finding worst = null;
        for (Finding finding : look.findings()) {
            SecurityAction action = action(finding, usual);
            if (action != SecurityAction.BLOCK && (place.fresh() || !look.isKnown())) {
                place.tell(finding, action);
            }
            if (strictest == null || action.compareTo(strictest) > 0) {
                strictest = action;
                worst = finding;
            }
        }
        if (strictest == null && classifier != null && place.fresh() && !text.isBlank()) {
            worst = judged(place, text, origin, classifier);
            if (worst != null) {
                strictest = action(worst, usual);
                if (strictest != SecurityAction.BLOCK) {
                    place.tell(worst, strictest);
                }
            }
        }
        if (worst != null && strictest == SecurityAction.BLOCK) {
            place.tell(worst, strictest);
            throw new ContentBlockedException(place.role(), place.message(), worst);
        }
        return strictest;
    }

    private SecurityAction action(Finding finding, SecurityAction usual) {
        SecurityAction said = spec.actions().get(finding.category());
        if (said != null) {
            return said;
        }
        return finding.severity() == Severity.LOW ? SecurityAction.FLAG : usual;
    }

    private @Nullable Finding judged(Place place, String text, Origin origin, InjectionClassifier judge) {
        try {
            return judge.score(text, origin) >= spec.classifierThreshold()
                    ? new Finding("classifier", Category.CLASSIFIED, Severity.HIGH, 0, "")
                    : null;
        } catch (RuntimeException error) {
            failed(place.call(), error);
            return null;
        }
    }

    private void failed(Call<?> call, RuntimeException error) {
        boolean blocks = spec.onClassifierFailure() == OnClassifierFailure.BLOCK;
        if (call.isListening()) {
            Failure failure = call.environment().errors().classify(error);
            call.emit(new ClassifierFailed(call.id(), call.runId(), call.chain(), failure, blocks));
        }
        if (blocks) {
            throw new BlockedException("The content could not be judged", "classifier", error);
        }
    }
}
