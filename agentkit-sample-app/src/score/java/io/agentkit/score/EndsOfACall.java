package io.agentkit.score;

import io.agentkit.Attempt;
import io.agentkit.Call;
import io.agentkit.Chain;
import io.agentkit.ChainEnvironment;
import io.agentkit.Event;
import io.agentkit.EventListener;
import io.agentkit.Failure;
import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The end of a call and of its one request, kept so that listeners can be told of them again and again. */
final class EndsOfACall implements EventListener {

    private static final String MODEL = "instant";

    private @Nullable Attempt<?> attempt;

    private @Nullable Call<?> call;

    static EndsOfACall record() {
        EndsOfACall ends = new EndsOfACall();
        Chain.chat("default")
                .environment(ChainEnvironment.defaults().withListener(ends))
                .build()
                .around(asked -> ChatReply.of("hello", Usage.of(100, 20))
                        .mutate()
                        .model(MODEL)
                        .build())
                .call(ChatRequest.user("hello"));
        return ends;
    }

    void tell(EventListener listener) {
        listener.requestEnded(Objects.requireNonNull(attempt), null);
        listener.callEnded(Objects.requireNonNull(call), MODEL, CacheStatus.NONE, 2_000_000, null);
    }

    @Override
    public void on(Event event) {}

    @Override
    public void requestEnded(Attempt<?> ended, @Nullable Failure failure) {
        attempt = ended;
    }

    @Override
    public void callEnded(
            Call<?> ended, @Nullable String target, CacheStatus cacheStatus, long nanos, @Nullable Failure failure) {
        call = ended;
    }
}
