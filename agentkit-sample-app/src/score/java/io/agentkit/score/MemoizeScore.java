package io.agentkit.score;

import com.sun.management.ThreadMXBean;
import io.agentkit.Chain;
import io.agentkit.ChainEnvironment;
import io.agentkit.Handler;
import io.agentkit.cache.ChatMemoizeSpec;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.spec.Resources;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.ollama.api.OllamaChatOptions;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/**
 * Memoize: what a hit costs through the whole chain, with the messages of 20 (4.5 KB) that an application keeps and with new ones, beside a key
 * as users of Spring AI and LangChain4j write it, since neither has a cache of answers: Jackson, SHA-256, hexadecimal digits, a map. Then
 * whether every plain field of the providers' options makes another question, and whether 64 equal calls at one time make one request.
 * Takes no cases. The bar is about the last two; a hit in nanoseconds depends on the machine.
 */
final class MemoizeScore implements Score {

    private static final int MESSAGES = 20;
    private static final int THREADS = 64;
    private static final int ROUNDS = 20;
    private static final int CALLS = 20_000;

    private record Cost(double nanos, long bytes) {}

    @Override
    public Figures measure(ScoreInput input) throws Exception {
        Handler<ChatRequest, ChatReply> memoized = chain(true);
        ChatRequest kept = request();
        memoized.call(kept);
        Cost hit = cost(() -> memoized.call(kept));
        Cost fresh = cost(() -> memoized.call(request()));
        Map<String, ChatReply> map = new ConcurrentHashMap<>(Map.of(plainKey(kept), ChatReply.of("answer")));
        Cost plain = cost(() -> map.get(plainKey(kept)));
        input.out()
                .printf(Locale.ROOT, "hit through the chain, digests kept: %.0f ns, %d B%n", hit.nanos(), hit.bytes());
        input.out()
                .printf(
                        Locale.ROOT,
                        "hit through the chain, new messages: %.0f ns, %d B%n",
                        fresh.nanos(),
                        fresh.bytes());
        input.out().printf(Locale.ROOT, "Jackson + SHA-256 + hex + map: %.0f ns, %d B%n", plain.nanos(), plain.bytes());
        int requests = atOnce();
        input.out().printf("%d equal calls at one time: %d request(s)%n", THREADS, requests);
        List<String> wrong = new ArrayList<>();
        int[] changed = options(input, wrong);
        wrong.forEach(each -> input.out().println("not told apart: " + each));
        return new Figures(
                requests == 1 && wrong.isEmpty(),
                String.format(
                        Locale.ROOT,
                        "hit %.0f ns %d B (Jackson and a map %.0f ns %d B), %d variants of %d option fields, %d not told apart, %d threads %d request",
                        hit.nanos(),
                        hit.bytes(),
                        plain.nanos(),
                        plain.bytes(),
                        changed[0],
                        changed[1],
                        wrong.size(),
                        THREADS,
                        requests));
    }

    private static Handler<ChatRequest, ChatReply> chain(boolean memoize) {
        ChainEnvironment environment = ChainEnvironment.defaults();
        var chain = Chain.chat("score").environment(environment);
        if (memoize) {
            chain.add("memoize", ChatMemoizeSpec.defaults().chatMiddleware(Resources.of(environment)));
        }
        ChatReply answer = ChatReply.of("answer");
        return chain.build().around(attempt -> answer);
    }

    private static ChatRequest request() {
        List<Message> messages = new ArrayList<>(MESSAGES);
        for (int i = 0; i < MESSAGES; i++) {
            String text = "Message %d: %s".formatted(i, "some words of a talk ".repeat(10));
            messages.add(i % 2 == 0 ? Message.user(text) : Message.assistant(text));
        }
        return ChatRequest.builder().messages(messages).model("model").build();
    }

    /** As users write it. */
    private static String plainKey(ChatRequest request) {
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put("model", request.model());
        parts.put("options", request.options());
        parts.put(
                "messages",
                request.messages().stream()
                        .map(each -> Map.of("role", each.role(), "text", each.text()))
                        .toList());
        try {
            byte[] json = JsonMapper.shared().writeValueAsString(parts).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(json));
        } catch (java.security.NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The best of several rounds. */
    private static Cost cost(Supplier<?> call) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        double nanos = Double.MAX_VALUE;
        long bytes = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long allocated = threads.getCurrentThreadAllocatedBytes();
            long began = System.nanoTime();
            for (int i = 0; i < CALLS; i++) {
                if (call.get() == null) {
                    throw new IllegalStateException("No hit");
                }
            }
            nanos = Math.min(nanos, (double) (System.nanoTime() - began) / CALLS);
            bytes = Math.min(bytes, (threads.getCurrentThreadAllocatedBytes() - allocated) / CALLS);
        }
        return new Cost(nanos, bytes);
    }

    private static int atOnce() throws InterruptedException {
        AtomicInteger requests = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(THREADS);
        CountDownLatch over = new CountDownLatch(THREADS);
        ChainEnvironment environment = ChainEnvironment.defaults();
        Handler<ChatRequest, ChatReply> handler = Chain.chat("score")
                .environment(environment)
                .add("memoize", ChatMemoizeSpec.defaults().chatMiddleware(Resources.of(environment)))
                .build()
                .around(attempt -> {
                    requests.incrementAndGet();
                    return ChatReply.of("answer");
                });
        ChatRequest request = request();
        for (int i = 0; i < THREADS; i++) {
            new Thread(() -> {
                        all.countDown();
                        try {
                            all.await();
                            handler.call(request);
                        } catch (InterruptedException interrupted) {
                            Thread.currentThread().interrupt();
                        } finally {
                            over.countDown();
                        }
                    })
                    .start();
        }
        over.await();
        return requests.get();
    }

    /** Variants and fields. */
    private static int[] options(ScoreInput input, List<String> wrong) {
        int[] changed = new int[2];
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(InstantModel.Application.class)
                .web(WebApplicationType.NONE)
                .logStartupInfo(false)
                .run(InstantModel.arguments("agentkit.chat.chain=memoize"))) {
            ChatModel model = context.getBean(ChatModel.class);
            for (Class<? extends ChatOptions> type :
                    List.of(OpenAiChatOptions.class, AnthropicChatOptions.class, OllamaChatOptions.class)) {
                OptionVariants variants = new OptionVariants(type);
                variants.byName().forEach((name, options) -> {
                    if (isHit(model, options) || !isHit(model, options)) {
                        wrong.add(type.getSimpleName() + "." + name);
                    }
                });
                changed[0] += variants.byName().size();
                changed[1] += variants.fields();
                input.out()
                        .printf(
                                "%s: %d fields changed, %d of other types left to NativeKeysTests%n",
                                type.getSimpleName(), variants.fields(), variants.others());
            }
        }
        return changed;
    }

    private static boolean isHit(ChatModel model, ChatOptions options) {
        return "HIT"
                .equals(model.call(new Prompt("hello", options)).getMetadata().get("agentkit.cache"));
    }
}
