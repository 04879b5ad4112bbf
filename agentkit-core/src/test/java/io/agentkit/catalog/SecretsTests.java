package io.agentkit.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import io.agentkit.AgentKitException;
import io.agentkit.CallKind;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.ErrorClassifier;
import io.agentkit.ErrorKind;
import io.agentkit.ErrorSummary;
import io.agentkit.EventListener;
import io.agentkit.Failure;
import io.agentkit.ProviderErrors;
import io.agentkit.StreamMode;
import io.agentkit.cache.semantic.Embedder;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.Usage;
import io.agentkit.limit.RateLimitSpec;
import io.agentkit.limit.RateLimiterSpec;
import io.agentkit.resilience.FallbackSpec;
import io.agentkit.resilience.TimeoutSpec;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.MiddlewareSpec;
import io.agentkit.spec.ToolSpec;
import io.agentkit.spend.BudgetSpec;
import io.agentkit.spend.Budgets;
import io.agentkit.spend.CostMeter;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.InMemoryBudgetStore;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedStream;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** Floods each middleware, alone and all together, with marked secrets, and looks for the mark in all that anybody can see. */
class SecretsTests {

    private static final String MARK = "ZQ7x";

    private static final String KEY = "sk-proj-" + MARK + "81kQ2";

    private static final String WORDS =
            "401 Incorrect API key provided: %s. Asked https://ann:%spw@llm.example/v1?key=%skey with 'prompt %s'"
                    .formatted(KEY, MARK, MARK, MARK);

    private static final MiddlewareCatalog CATALOG = MiddlewareCatalog.builtIns();

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.agentkit");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final StringBuilder seen = new StringBuilder();

    @BeforeEach
    void readsTheLog() {
        lines.start();
        logger.setLevel(Level.TRACE);
        logger.setAdditive(false);
        logger.addAppender(lines);
    }

    @AfterEach
    void leavesTheLog() {
        logger.detachAppender(lines);
        logger.setLevel(null);
        logger.setAdditive(true);
    }

    static Stream<Set<String>> chatChains() {
        return Stream.concat(
                CATALOG.names(CallKind.CHAT).stream().map(Set::of), Stream.of(CATALOG.names(CallKind.CHAT)));
    }

    static Stream<Set<String>> toolChains() {
        return Stream.concat(
                CATALOG.names(CallKind.TOOL).stream().map(Set::of), Stream.of(CATALOG.names(CallKind.TOOL)));
    }

    @ParameterizedTest // AU-01
    @MethodSource("chatChains")
    void showNowhereWhatModelsAreAskedAndSay(Set<String> names) {
        for (Ending ending : Ending.values()) {
            ChainHarness harness = harness();
            for (String name : new TreeSet<>(names)) {
                ChatSpec spec = (ChatSpec) spec(name, CallKind.CHAT);
                harness.add(name, spec.chatMiddleware(harness.resources(shared(harness))));
            }
            harness.model.always(attempt -> {
                ending.happens(harness, attempt.cancellation());
                return ChatReply.of("answer " + MARK, Usage.of(100, 20));
            });
            ChatRequest request = ChatRequest.builder()
                    .model("model")
                    .messages(List.of(
                            Message.system("system " + MARK), Message.user("question " + MARK + " at " + WORDS)))
                    .build();
            ask(() -> harness.chatHandler().call(request, ending.settings(harness)));
            ask(() -> harness.chatHandler()
                    .call(request, ending.settings(harness).streamingTo(new RecordedStream(), StreamMode.COMMIT)));
        }

        look();
    }

    @ParameterizedTest // AU-01
    @MethodSource("toolChains")
    void showNowhereWhatToolsAreGivenAndGive(Set<String> names) {
        for (Ending ending : Ending.values()) {
            for (ToolSafety safety : ToolSafety.values()) {
                ChainHarness harness = harness();
                for (String name : new TreeSet<>(names)) {
                    ToolSpec spec = (ToolSpec) spec(name, CallKind.TOOL);
                    harness.addTool(name, spec.toolMiddleware(harness.resources(shared(harness))));
                }
                harness.tool.run(attempt -> {
                    ending.happens(harness, attempt.cancellation());
                    return ToolResult.of("result " + MARK);
                });
                ToolRequest request = ToolRequest.of(
                                new ToolFacts("tool", safety),
                                "call-1",
                                "key",
                                "{\"card\":\"%s\",\"url\":\"https://a:%s@b.example/?key=%s\"}"
                                        .formatted(MARK, MARK, MARK))
                        .withContext(Map.of("user", MARK + "context", "list", List.of(MARK)));
                ask(() -> harness.toolHandler().call(request, ending.settings(harness)));
                ask(() -> harness.toolHandler().call(request, ending.settings(harness)));
            }
        }

        look();
    }

    private enum Ending {
        SUCCEEDS,
        FAILS {
            @Override
            void happens(ChainHarness harness, Cancellation cancellation) {
                throw new IllegalStateException(WORDS, new IllegalArgumentException("cause " + WORDS));
            }
        },
        IS_REFUSED_BY_THE_PROVIDER {
            @Override
            void happens(ChainHarness harness, Cancellation cancellation) {
                Failure failure = ProviderErrors.ofBody(
                        401,
                        "{\"error\":{\"type\":\"%s\",\"code\":\"%s\",\"message\":\"%s\"}}".formatted(KEY, KEY, WORDS));
                throw new ForeignException(failure);
            }
        },
        MAY_PASS {
            @Override
            void happens(ChainHarness harness, Cancellation cancellation) {
                throw new java.io.UncheckedIOException(new java.net.SocketException(WORDS));
            }
        },
        TAKES_TOO_LONG {
            @Override
            void happens(ChainHarness harness, Cancellation cancellation) {
                harness.time.advance(Duration.ofMinutes(5));
                if (Thread.interrupted()) {
                    throw new IllegalStateException("interrupted at " + WORDS);
                }
            }
        },
        IS_CANCELLED {
            @Override
            CallSettings settings(ChainHarness harness) {
                Cancellation cancellation = Cancellation.create();
                harness.time.schedule(Duration.ofSeconds(1), () -> cancellation.cancel(Cancellation.Reason.CONSUMER));
                return CallSettings.DEFAULTS.withCancellation(cancellation);
            }

            @Override
            void happens(ChainHarness harness, Cancellation cancellation) {
                harness.time.advance(Duration.ofSeconds(2));
                throw new IllegalStateException(WORDS);
            }
        },
        IS_BLOCKED {
            @Override
            void happens(ChainHarness harness, Cancellation cancellation) {
                throw new AgentKitException(ErrorKind.BLOCKED, "blocked", new IllegalStateException(WORDS));
            }
        };

        void happens(ChainHarness harness, Cancellation cancellation) {}

        CallSettings settings(ChainHarness harness) {
            return CallSettings.DEFAULTS;
        }
    }

    /** As a client's own, whose text is the provider's body. */
    private static final class ForeignException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Failure failure;

        ForeignException(Failure failure) {
            super(WORDS);
            this.failure = failure;
        }
    }

    private ChainHarness harness() {
        ChainHarness harness = ChainHarness.create();
        EventListener listener = event -> {
            seen.append(event).append('\n');
            throw new IllegalStateException("a listener's own words: " + MARK);
        };
        return harness.environment(harness.environment()
                .withListener(listener)
                .withErrors(ErrorClassifier.standard(
                        List.of(error -> error instanceof ForeignException foreign ? foreign.failure : null))));
    }

    private Object[] shared(ChainHarness harness) {
        Budgets budgets = Budgets.of(
                Map.of("b", BudgetSpec.of("run", new BudgetLimits(null, 1_000_000L, 100L))),
                new InMemoryBudgetStore(harness.time, 10));
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new Spans());
        Embedder embedder = text -> {
            throw new IllegalStateException(WORDS + text);
        };
        return new Object[] {budgets, registry, new CostMeter(harness.time), embedder};
    }

    private static MiddlewareSpec spec(String name, CallKind kind) {
        return switch (name) {
            case "fallback" -> FallbackSpec.of("model", "other");
            case "rate-limit" -> RateLimitSpec.of(RateLimiterSpec.requests(Duration.ofSeconds(1), 1));
            case "timeout" -> TimeoutSpec.ofTotal(Duration.ofMinutes(1));
            default -> defaults(name, kind);
        };
    }

    private static MiddlewareSpec defaults(String name, CallKind kind) {
        try {
            Object made = CATALOG.find(name, kind).getMethod("defaults").invoke(null);
            return (MiddlewareSpec) made;
        } catch (ReflectiveOperationException unexpected) {
            throw new AssertionError("'%s' has to be told what to do here".formatted(name), unexpected);
        }
    }

    /** What the call throws is looked at where it is ours; what a provider throws goes out as it came. */
    private void ask(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException failure) {
            Thread.interrupted();
            seen.append(ErrorSummary.of(failure, ErrorClassifier.standard())).append('\n');
            if (failure instanceof AgentKitException) {
                seen.append(failure).append('\n');
            }
            for (Throwable suppressed : failure.getSuppressed()) {
                if (suppressed instanceof AgentKitException) {
                    seen.append(suppressed).append('\n');
                }
            }
        }
    }

    private void look() {
        for (ILoggingEvent line : lines.list) {
            seen.append(line.getFormattedMessage())
                    .append(line.getKeyValuePairs())
                    .append('\n');
            if (line.getThrowableProxy() != null) {
                seen.append(ThrowableProxyUtil.asString(line.getThrowableProxy()));
            }
        }
        assertThat(seen.toString().lines().filter(line -> line.contains(MARK))).isEmpty();
        assertThat(seen).isNotEmpty();
    }

    private final class Spans implements ObservationHandler<Observation.Context> {

        @Override
        public void onError(Observation.Context context) {
            StringWriter text = new StringWriter();
            @Nullable Throwable error = context.getError();
            if (error != null) {
                error.printStackTrace(new PrintWriter(text));
            }
            seen.append(text);
        }

        @Override
        public void onEvent(Observation.Event event, Observation.Context context) {
            seen.append(event.getName()).append(event.getContextualName()).append('\n');
        }

        @Override
        public void onStop(Observation.Context context) {
            seen.append(context.getName()).append(context.getContextualName()).append('\n');
            for (KeyValue each : context.getAllKeyValues()) {
                seen.append(each.getKey()).append('=').append(each.getValue()).append('\n');
            }
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }
}
