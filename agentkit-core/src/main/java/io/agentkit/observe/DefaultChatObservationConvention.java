package io.agentkit.observe;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.money.Pricing;
import io.agentkit.observe.AgentKitObservation.ChatKey;
import io.agentkit.observe.AgentKitObservation.ChatLabel;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * OpenTelemetry's names for generative AI where there are some, {@code agentkit.*} elsewhere. Thread-safe.
 */
public class DefaultChatObservationConvention implements ChatObservationConvention {

    static final DefaultChatObservationConvention INSTANCE = new DefaultChatObservationConvention();

    private static final KeyValue OPERATION = ChatLabel.OPERATION.withValue("chat");

    private static final int MOST_TOOL_NAMES = 16;

    @Override
    public String getName() {
        return AgentKitObservation.CHAT.getName();
    }

    @Override
    public String getContextualName(ChatObservationContext context) {
        String model = context.label(context.call().request().model());
        return model.equals(BoundedNames.NONE) ? "chat" : "chat " + model;
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(ChatObservationContext context) {
        ChatReply reply = context.reply();
        // In the order of their keys: Micrometer sorts what is not, which costs more than all the rest.
        return KeyValues.of(
                ChatLabel.CACHE_STATUS.withValue(
                        reply == null ? BoundedNames.NONE : CallKeys.text(reply.cacheStatus())),
                ChatLabel.CHAIN.withValue(context.call().chain()),
                ChatLabel.ERROR_KIND.withValue(CallKeys.errorKind(context)),
                OPERATION,
                ChatLabel.PROVIDER.withValue(context.label(context.provider())),
                ChatLabel.REQUEST_MODEL.withValue(
                        context.label(context.call().request().model())),
                ChatLabel.RESPONSE_MODEL.withValue(context.label(reply == null ? null : reply.model())));
    }

    /** Nothing before the call has ended, since it would only be computed twice; then in the order of the keys. */
    @Override
    public KeyValues getHighCardinalityKeyValues(ChatObservationContext context) {
        ChatReply reply = context.reply();
        if (reply == null && context.failure() == null) {
            return KeyValues.empty();
        }
        List<KeyValue> keys = new ArrayList<>(20);
        CallKeys.identity(keys, context);
        cost(keys, context, reply);
        CallKeys.depthAndRequests(keys, context);
        if (reply != null && !reply.toolCalls().isEmpty()) {
            keys.add(ChatKey.TOOL_CALL_COUNT.withValue(
                    Integer.toString(reply.toolCalls().size())));
            keys.add(ChatKey.TOOL_CALLS.withValue(names(reply.toolCalls())));
        }
        CallKeys.runAndScope(keys, context);
        Usage usage = reply == null ? null : reply.usage();
        if (usage != null) {
            keys.add(ChatKey.USAGE_ESTIMATED.withValue(Boolean.toString(usage.estimated())));
        }
        CallKeys.errorType(keys, context);
        CallKeys.names(keys, context);
        content(keys, context, reply);
        if (reply != null) {
            keys.add(ChatKey.FINISH_REASONS.withValue(CallKeys.text(reply.finishReason())));
        }
        Duration firstText = context.firstText();
        if (firstText != null) {
            keys.add(ChatKey.FIRST_TEXT.withValue(
                    BigDecimal.valueOf(firstText.toNanos(), 9).toPlainString()));
        }
        if (usage != null) {
            positive(keys, ChatKey.CACHE_CREATION_TOKENS, usage.cacheWrite());
            positive(keys, ChatKey.CACHE_READ_TOKENS, usage.cacheRead());
            keys.add(ChatKey.INPUT_TOKENS.withValue(Long.toString(usage.totalInput())));
            keys.add(ChatKey.OUTPUT_TOKENS.withValue(Long.toString(usage.output())));
            positive(keys, ChatKey.REASONING_TOKENS, usage.reasoning());
        }
        return KeyValues.of(keys);
    }

    private static void cost(List<KeyValue> keys, ChatObservationContext context, @Nullable ChatReply reply) {
        keys.add(ChatKey.COST_EXACT.withValue(Boolean.toString(context.isCostExact())));
        Money saved = reply == null || reply.usage() == null ? null : saved(context, reply.model(), reply.usage());
        if (saved != null) {
            keys.add(ChatKey.SAVED_BY_CACHE.withValue(saved.toString()));
        }
        keys.add(ChatKey.COST.withValue(context.cost().toString()));
    }

    private static void content(List<KeyValue> keys, ChatObservationContext context, @Nullable ChatReply reply) {
        if (context.isContentIncluded()) {
            keys.add(ChatKey.INPUT_MESSAGES.withValue(
                    Content.messages(context.call().request().messages(), context.secrets())));
            if (reply != null) {
                keys.add(ChatKey.OUTPUT_MESSAGES.withValue(
                        Content.messages(List.of(reply.message()), context.secrets())));
            }
        }
    }

    private static void positive(List<KeyValue> keys, ChatKey key, long count) {
        if (count > 0) {
            keys.add(key.withValue(Long.toString(count)));
        }
    }

    /** The same tokens at the price of plain input, less what they cost. */
    private static @Nullable Money saved(ChatObservationContext context, @Nullable String model, Usage usage) {
        if (usage.cacheRead() <= 0) {
            return null;
        }
        Pricing pricing = context.call().environment().pricing();
        Usage uncached = new Usage(
                usage.input() + usage.cacheRead(),
                0,
                usage.cacheWrite5m(),
                usage.cacheWrite1h(),
                usage.output(),
                usage.reasoning(),
                usage.audioInput(),
                usage.audioOutput(),
                usage.estimated(),
                usage.details());
        String asked = context.provider();
        String provider = asked == null ? context.call().provider() : asked;
        Money without = pricing.price(provider, model, uncached);
        Money paid = pricing.price(provider, model, usage);
        return without == null || paid == null ? null : without.minus(paid);
    }

    private static String names(List<ToolCall> calls) {
        String names = calls.stream().limit(MOST_TOOL_NAMES).map(ToolCall::name).collect(Collectors.joining(","));
        int more = calls.size() - MOST_TOOL_NAMES;
        return more <= 0 ? names : names + ",+" + more + " more";
    }
}
