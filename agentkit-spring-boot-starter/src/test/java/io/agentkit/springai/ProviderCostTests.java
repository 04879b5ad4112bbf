package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import com.openai.models.completions.CompletionUsage;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.price.Rates;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.metadata.DefaultUsage;

/** The same call costs the same, however a provider counts what came from its cache. */
class ProviderCostTests {

    private static final int PROMPT = 1_000;

    private static final int CACHED = 600;

    private static final int OUTPUT = 50;

    @Test // TC-210
    void costsTheSameWhereCachedInputIsCountedDifferently() {
        Rates rates = Rates.usd("3", "15", "0.30", "3.75");

        for (Usage usage : new Usage[] {includingTheCache(), excludingTheCache(), withoutObjectOfTheProvider()}) {
            assertThat(usage.totalInput()).isEqualTo(PROMPT);
            assertThat(rates.cost(usage)).isEqualTo(Money.usd("0.00213"));
        }
    }

    private static Usage includingTheCache() {
        CompletionUsage openAi = CompletionUsage.builder()
                .promptTokens(PROMPT)
                .completionTokens(OUTPUT)
                .totalTokens(PROMPT + OUTPUT)
                .promptTokensDetails(CompletionUsage.PromptTokensDetails.builder()
                        .cachedTokens(CACHED)
                        .build())
                .build();
        return read(PROMPT, openAi);
    }

    private static Usage excludingTheCache() {
        com.anthropic.models.messages.Usage anthropic = com.anthropic.models.messages.Usage.builder()
                .inputTokens(PROMPT - CACHED)
                .cacheReadInputTokens(CACHED)
                .cacheCreationInputTokens(0)
                .outputTokens(OUTPUT)
                .cacheCreation(Optional.empty())
                .inferenceGeo(Optional.empty())
                .outputTokensDetails(Optional.empty())
                .serverToolUse(Optional.empty())
                .serviceTier(Optional.empty())
                .build();
        return read(PROMPT - CACHED, anthropic);
    }

    private static Usage withoutObjectOfTheProvider() {
        return read(PROMPT, null);
    }

    private static Usage read(int prompt, @Nullable Object counted) {
        Usage usage =
                UsageReaders.read(new DefaultUsage(prompt, OUTPUT, prompt + OUTPUT, counted, (long) CACHED, 0L), null);
        assertThat(usage).isNotNull();
        return usage;
    }
}
