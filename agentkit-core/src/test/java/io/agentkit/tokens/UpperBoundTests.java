package io.agentkit.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.EncodingType;
import io.agentkit.chat.TokenEstimator;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpperBoundTests {

    private static final EncodingRegistry ENCODINGS = Encodings.newLazyEncodingRegistry();

    private final TokenEstimator tokenizer =
            Objects.requireNonNull(ModelTokens.INSTANCE.upperBound("openai", "gpt-4o"));

    @Property(tries = 500)
    void isNoLessThanTheTokensAndNoMoreThanTheBytes(@ForAll String text) {
        int newer = ENCODINGS.getEncoding(EncodingType.O200K_BASE).countTokensOrdinary(text);
        int older = ENCODINGS.getEncoding(EncodingType.CL100K_BASE).countTokensOrdinary(text);

        assertThat(tokenizer.tokens(text)).isBetween((long) Math.max(newer, older), ModelTokens.BYTES.tokens(text));
    }

    @Property(tries = 500)
    void countsTheBytes(@ForAll String text) {
        assertThat(ModelTokens.BYTES.tokens(text)).isGreaterThanOrEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
    }

    @Test
    void takesTheTokenizerForProse() {
        String prose =
                "The quarterly report arrived on a grey Tuesday morning. Über Straßen, 日本語, Привет, \ud83d\ude00.";

        assertThat(tokenizer.tokens(prose))
                .isLessThan(ModelTokens.BYTES.tokens(prose) / 2)
                .isGreaterThanOrEqualTo(
                        ENCODINGS.getEncoding(EncodingType.O200K_BASE).countTokensOrdinary(prose));
    }

    @Test
    void countsBytesWhereTheTokenizersMayDiffer() {
        assertThat(tokenizer.tokens("word ".repeat(20_000))).isEqualTo(100_000);
        assertThat(tokenizer.tokens("it'\u017f")).isEqualTo(5);
        assertThat(tokenizer.tokens("a\ud83f\udffd")).isEqualTo(5);
        assertThat(tokenizer.tokens("a\ud800")).isEqualTo(4);
    }

    @Test
    void countsTheLongestFormOfASignThatSomeTakeApart() {
        assertThat(ModelTokens.BYTES.tokens("\ufdfa")).isEqualTo(33);
        assertThat(ModelTokens.BYTES.tokens("\ufb2c")).isEqualTo(6);
        assertThat(ModelTokens.BYTES.tokens("é")).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "openai, gpt-4o-mini",
        "azure.ai.openai, gpt-4",
        ", openai/gpt-5-mini",
        "openai, ft:gpt-4o:acme",
        "openai, o3",
        "groq, openai/gpt-oss-120b",
        "aws.bedrock, openai.gpt-oss-20b-1:0"
    })
    void knowsTheModelsWhoseTokenizerIsPublished(@Nullable String provider, String model) {
        assertThat(ModelTokens.INSTANCE.upperBound(provider, model)).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "openai, gpt-5.1",
        "openai, gpt-6",
        "openai, my-deployment",
        "ollama, gpt-4o",
        "anthropic, claude-sonnet-4-5",
        ", gemini-2.5-pro",
        "openai,"
    })
    void knowsNoOthers(@Nullable String provider, @Nullable String model) {
        assertThat(ModelTokens.INSTANCE.upperBound(provider, model)).isNull();
    }
}
