package io.agentkit.coerce;

import io.agentkit.Call;
import io.agentkit.ChatMiddleware;
import io.agentkit.DeltaSink;
import io.agentkit.ErrorKind;
import io.agentkit.Next;
import io.agentkit.WantedOutput;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.FinishReason;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes answers valid, or asks for them again. Answers are held back from streams until they are. */
final class OutputCoerce implements ChatMiddleware {

    private final Schemas schemas;
    private final int maxRepairs;
    private final OnInvalid onInvalid;

    OutputCoerce(Schemas schemas, int maxRepairs, OnInvalid onInvalid) {
        this.schemas = schemas;
        this.maxRepairs = maxRepairs;
        this.onInvalid = onInvalid;
    }

    @Override
    public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        OutputSchema<?> schema = schemas.of(call);
        if (schema == null) {
            return next.call(call);
        }
        Call<ChatRequest> asked = held(call, schema);
        for (int answers = 1; ; answers++) {
            ChatReply reply = next.call(asked);
            if (!isAnswer(reply)) {
                return reply;
            }
            Answer answer = Answer.read(reply.text(), schema);
            ErrorKind wrong = wrong(reply, answer);
            String json = answer.json();
            if (wrong == null && json != null) {
                return coerced(call, reply, json, answers);
            }
            ErrorKind kind = wrong == null ? ErrorKind.INVALID_OUTPUT : wrong;
            if (kind != ErrorKind.INVALID_OUTPUT || answers > maxRepairs || !call.canReinvoke()) {
                return failed(call, reply, problems(kind, answer), kind, answers);
            }
            asked = asked.withRequest(Question.again(call.request(), reply, answer));
        }
    }

    /** What asks for tools, or says that a budget is used up, is not the answer yet. The chain complains about null. */
    private static boolean isAnswer(@Nullable ChatReply reply) {
        return reply != null && reply.toolCalls().isEmpty() && reply.finishReason() != FinishReason.BUDGET;
    }

    /** What the model did not finish or did not want to say is not repaired. Null for nothing. */
    private static @Nullable ErrorKind wrong(ChatReply reply, Answer answer) {
        if (reply.isRefusal()) {
            return ErrorKind.CONTENT_FILTERED;
        }
        if (reply.finishReason() == FinishReason.LENGTH && !reply.text().equals(answer.json())) {
            return ErrorKind.OUTPUT_TRUNCATED;
        }
        return answer.isValid() ? null : ErrorKind.INVALID_OUTPUT;
    }

    private static List<OutputProblem> problems(ErrorKind kind, Answer answer) {
        if (kind == ErrorKind.CONTENT_FILTERED) {
            return List.of(Problems.refusal());
        }
        return kind == ErrorKind.OUTPUT_TRUNCATED ? List.of(Problems.truncated()) : answer.problems();
    }

    private static Call<ChatRequest> held(Call<ChatRequest> call, OutputSchema<?> schema) {
        WantedOutput<?> wanted = call.output();
        Consumer<?> partials = wanted == null ? null : wanted.partials();
        return partials == null ? call.withoutSink() : call.withPassingSink(sink -> partial(schema, sink, partials));
    }

    @SuppressWarnings("unchecked") // the schema of a call that wants a type is the type's
    private static <T> PartialOutput<T> partial(OutputSchema<T> schema, DeltaSink sink, Consumer<?> consumer) {
        return new PartialOutput<>(sink, schema, (Consumer<? super T>) consumer);
    }

    private static ChatReply coerced(Call<ChatRequest> call, ChatReply reply, String json, int answers) {
        if (call.isListening()) {
            boolean repaired = !json.equals(reply.text());
            call.emit(new OutputCoerced(call.id(), call.chain(), reply.model(), repaired, answers));
        }
        return reply.withText(json);
    }

    private ChatReply failed(
            Call<ChatRequest> call, ChatReply reply, List<OutputProblem> problems, ErrorKind kind, int answers) {
        if (call.isListening()) {
            List<String> rules = problems.stream()
                    .map(OutputProblem::rule)
                    .distinct()
                    .sorted()
                    .toList();
            call.emit(new OutputCoercionFailed(
                    call.id(), call.chain(), reply.model(), kind, problems.size(), rules, answers));
        }
        if (onInvalid == OnInvalid.PASS) {
            return reply;
        }
        throw new InvalidOutputException(kind, what(kind), problems, answers);
    }

    private static String what(ErrorKind kind) {
        return switch (kind) {
            case CONTENT_FILTERED -> "The model refused to answer";
            case OUTPUT_TRUNCATED -> "The answer was cut at its token limit";
            default -> "The answer is not what its schema says";
        };
    }
}
