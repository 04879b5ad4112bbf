package io.agentkit.cache.semantic;

import io.agentkit.Call;
import io.agentkit.ChatMiddleware;
import io.agentkit.Next;
import io.agentkit.cache.Answered;
import io.agentkit.cache.CacheControl;
import io.agentkit.cache.CacheFailed;
import io.agentkit.cache.CacheFigures;
import io.agentkit.cache.CacheHit;
import io.agentkit.cache.Comparisons;
import io.agentkit.cache.Failures;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Gives a call the answer to a question that means the same. */
final class SemanticMemoize implements ChatMiddleware {

    private final Questions questions;
    private final GuardedIndex index;
    private final Agreement agreement;
    private final double shadow;
    private final CacheFigures figures;
    private final Comparisons comparisons;
    private final Failures failures;
    private final VectorCheck vectors;

    private record Hit(Answer answer, double similarity) {}

    /** @param shadow the share of hits for which the model is asked all the same, 0 to 1 */
    SemanticMemoize(
            Questions questions,
            GuardedIndex index,
            Agreement agreement,
            double shadow,
            CacheFigures figures,
            Comparisons comparisons,
            Failures failures) {
        this.questions = questions;
        this.index = index;
        this.agreement = agreement;
        this.shadow = shadow;
        this.figures = figures;
        this.comparisons = comparisons;
        this.failures = failures;
        this.vectors = new VectorCheck(figures);
    }

    @Override
    public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        CacheControl control = CacheControl.of(call);
        Question question = control == CacheControl.BYPASS ? null : questions.of(call);
        if (question == null) {
            return next.call(call);
        }
        Hit hit = control == CacheControl.REFRESH ? null : find(call, question);
        if (hit == null) {
            figures.missed();
            return ask(call, question, next);
        }
        if (shadow > 0 && call.environment().random().nextDouble() < shadow) {
            return compare(call, question, hit, next);
        }
        figures.hit(CacheHit.How.FOUND, null);
        if (call.isListening() && call.wants(SemanticHit.class)) {
            call.emit(new SemanticHit(call.id(), call.chain(), call.request().model(), hit.similarity()));
        }
        return hit.answer().again();
    }

    /** The most similar question that means the same; null when there is none. */
    private @Nullable Hit find(Call<ChatRequest> call, Question question) {
        for (SemanticMatch match : index.find(call, question)) {
            Doubt doubt = question.doubt(match.entry());
            if (doubt == null) {
                Answer answer = read(call, match);
                if (answer != null) {
                    return new Hit(answer, match.similarity());
                }
            } else {
                comparisons.doubted();
                vectors.look(question, match);
                if (call.isListening() && call.wants(SemanticDoubt.class)) {
                    call.emit(new SemanticDoubt(
                            call.id(), call.chain(), call.request().model(), match.similarity(), doubt));
                }
            }
        }
        return null;
    }

    private @Nullable Answer read(Call<ChatRequest> call, SemanticMatch match) {
        try {
            return Answer.of(match.entry().answer());
        } catch (RuntimeException unreadable) {
            failures.tell(call, CacheFailed.Part.SEARCH, unreadable);
            return null;
        }
    }

    private ChatReply ask(Call<ChatRequest> call, Question question, Next<ChatRequest, ChatReply> next) {
        // A cheaper model's answer is not what was asked for.
        Answered<ChatRequest> answered =
                new Answered<>(call, (sent, asked) -> Objects.equals(sent.model(), asked.model()));
        ChatReply reply = next.call(call.withHook(answered));
        Answer answer = answered.asAsked() ? Answer.of(reply) : null;
        if (answer != null) {
            index.keep(call, question, answer);
        }
        return reply;
    }

    /** Asks the model all the same, and says whether it says the same. */
    private ChatReply compare(Call<ChatRequest> call, Question question, Hit hit, Next<ChatRequest, ChatReply> next) {
        ChatReply reply = ask(call, question, next);
        Answer fresh = Answer.of(reply);
        Boolean agreed = fresh == null ? null : agreement.of(call, hit.answer().reply(), fresh.reply());
        if (agreed != null) {
            comparisons.compared(agreed);
            if (call.isListening()) {
                call.emit(new SemanticComparison(
                        call.id(), call.chain(), call.request().model(), hit.similarity(), agreed));
            }
        }
        return reply;
    }
}
