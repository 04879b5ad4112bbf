package io.agentkit.score;

import io.agentkit.testserver.Ending;
import io.agentkit.testserver.Gate;
import io.agentkit.testserver.ProviderError;
import io.agentkit.testserver.ProviderServer;
import io.agentkit.testserver.RecordedRequest;
import io.agentkit.testserver.Reply;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A server that plays one fault as the primary, is healthy as the fallback, and writes down what it is asked and what it bills. */
final class FailoverProvider implements AutoCloseable {

    /** Words of the fallback's refusal that no other failure has. */
    static final String PREFILL_REFUSAL = "conversation must end with a user message";

    static final int PRIMARY_INPUT = 11;
    static final int BACKUP_INPUT = 13;
    static final String TEXT = String.join("", words());

    enum Outcome {
        BILLED,
        BROKEN_OFF,
        FREE
    }

    /** One request as the server saw it; {@code at} is {@link System#nanoTime()}. */
    record Asked(boolean primary, long at, Outcome planned, RecordedRequest request) {

        /** A stalled answer that the client waited for is one like any other. */
        Outcome outcome(FailoverFault fault) {
            boolean goesOn = fault.kind() == FailoverFault.Kind.STALL || fault.kind() == FailoverFault.Kind.SILENT;
            if (planned != Outcome.BROKEN_OFF || !goesOn) {
                return planned;
            }
            Ending open = new Ending(Ending.Kind.CLIENT_GONE, 0, 0);
            Ending ending = request.ending()
                    .completeOnTimeout(open, 2, TimeUnit.SECONDS)
                    .join();
            return ending.kind() == Ending.Kind.ANSWERED ? Outcome.BILLED : planned;
        }
    }

    private final ProviderServer server = ProviderServer.start();
    private final List<Asked> asked = new ArrayList<>();
    private final FailoverFault fault;
    private final FailoverSide side;
    private long outageEnd;

    FailoverProvider(FailoverFault fault, FailoverSide side) {
        this.fault = fault;
        this.side = side;
        server.respondWith(this::reply);
    }

    ProviderServer server() {
        return server;
    }

    synchronized List<Asked> asked() {
        return List.copyOf(asked);
    }

    synchronized void startOutage() {
        outageEnd = System.nanoTime() + TimeUnit.SECONDS.toNanos(fault.seconds());
    }

    synchronized boolean inOutage() {
        return System.nanoTime() - outageEnd < 0;
    }

    // A word of three letters and its space are one token of every tokenizer, so that the text is as long as the usage
    // says.
    private static String[] words() {
        String words =
                "the and for are but not you all any can had her was one our out day get has him his how man new now old see two way who "
                        + "boy did its let put say she too use dad mom car dog cat sun run red big box top hat cup pen map key sea sky ice tea arm";
        return Arrays.stream(words.split(" ")).map(word -> word + " ").toArray(String[]::new);
    }

    private Reply reply(RecordedRequest request) {
        boolean primary = request.path().endsWith(side.path());
        Reply healthy = healthy(primary ? PRIMARY_INPUT : BACKUP_INPUT);
        if (!primary && fault.backupRefusesPrefill() && endsWithAssistant(request)) {
            note(false, Outcome.FREE, request);
            return Reply.error(400, "invalid_request_error", PREFILL_REFUSAL);
        }
        boolean faulty = primary
                && (fault.kind() == FailoverFault.Kind.OUTAGE ? inOutage() : !fault.once() || asked().isEmpty());
        note(primary, faulty ? outcome() : Outcome.BILLED, request);
        return faulty ? broken(healthy, request.streaming()) : healthy;
    }

    private synchronized void note(boolean primary, Outcome planned, RecordedRequest request) {
        asked.add(new Asked(primary, System.nanoTime(), planned, request));
    }

    private static boolean endsWithAssistant(RecordedRequest request) {
        int last = request.json().at("/messages").size() - 1;
        return "assistant"
                .equals(request.json().at("/messages/" + last + "/role").text());
    }

    private static Reply healthy(int input) {
        return Reply.chunks(words()).usage(tokens -> tokens.uncached(input).output(FailoverFault.ALL_TOKENS));
    }

    private Outcome outcome() {
        return switch (fault.kind()) {
            case SLOW_START, UNTERMINATED -> Outcome.BILLED;
            case SILENT, CUT, STALL, MALFORMED -> Outcome.BROKEN_OFF;
            default -> Outcome.FREE;
        };
    }

    private Reply broken(Reply healthy, boolean streaming) {
        return switch (fault.kind()) {
            case STATUS, OUTAGE -> failure();
            case RETRY_AFTER -> failure().header("Retry-After", Integer.toString(fault.seconds()));
            case RESET -> Reply.dropped();
            case SILENT -> healthy.stallHeaders(opensLater());
            case SLOW_START -> streaming ? healthy.stallAfter(0, opensLater()) : healthy.stallHeaders(opensLater());
            case CUT -> healthy.cutAfter(fault.tokens());
            case STALL -> healthy.stallAfter(fault.tokens(), opensLater());
            case MALFORMED -> healthy.malformedAfter(fault.tokens() - 1);
            case UNTERMINATED -> healthy.unterminated();
            case TOO_LONG -> Reply.error(ProviderError.CONTEXT_TOO_LONG);
            case FILTERED -> Reply.error(ProviderError.CONTENT_FILTERED);
        };
    }

    private Reply failure() {
        ProviderError error = fault.status() == 429 ? ProviderError.RATE_LIMITED : ProviderError.SERVER_ERROR;
        return Reply.error(error).status(fault.status());
    }

    private Gate opensLater() {
        Gate gate = Gate.closed();
        CompletableFuture.delayedExecutor(fault.seconds(), TimeUnit.SECONDS).execute(gate::open);
        return gate;
    }

    @Override
    public void close() {
        server.close();
    }
}
