package io.agentkit.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.EncodingType;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.TokenEstimator;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ModelTokensTests {

    private static final String PROSE = """
            The quarterly report arrived on a grey Tuesday morning, and nobody in the office wanted to be the first to open it. It had been
            a difficult season for the company: three of its largest customers had postponed their orders, the new warehouse was still
            waiting for a permit, and the accounting department had discovered that several invoices were counted twice. When Martha finally
            read the summary aloud, the room became quiet. Revenue had fallen by eleven percent, although the number of customers had
            grown. She suggested that the team should look at the prices again, model by model, before anybody made a decision.
            """;

    private static final String CODE = """
            public static int findIndex(List<String> names, String wanted) {
                for (int i = 0; i < names.size(); i++) {
                    if (names.get(i).equalsIgnoreCase(wanted)) {
                        return i;
                    }
                }
                throw new IllegalArgumentException("unknown name: " + wanted);
            }
            """;

    private static final String JSON =
            "{\"customerId\":48213,\"name\":\"Ada Lovelace\",\"orders\":[{\"sku\":\"AB-1042\",\"quantity\":3,\"price\":19.99},"
                    + "{\"sku\":\"ZX-7781\",\"quantity\":1,\"price\":249.5}],\"active\":true,\"note\":null}";

    @Test
    void theQuickCountIsCloseToTheTokenizers() {
        Map<String, Integer> within = Map.of(PROSE, 10, CODE, 20, JSON, 20);

        within.forEach((text, percent) -> assertThat(ModelTokens.INSTANCE.tokens(text))
                .isCloseTo(count(EncodingType.O200K_BASE, text), Percentage.withPercentage(percent)));
    }

    @Test
    void theQuickCountTakesAnyText() {
        TokenEstimator tokens = ModelTokens.INSTANCE;

        assertThat(tokens.tokens("")).isZero();
        assertThat(tokens.tokens(" ")).isEqualTo(1);
        assertThat(tokens.tokens("日本語の文章")).isEqualTo(6);
        assertThat(tokens.tokens("Привет")).isEqualTo(2);
        assertThat(tokens.tokens("getUserName")).isEqualTo(3);
        assertThat(tokens.tokens("123456")).isEqualTo(2);
        assertThat(tokens.tokens("{}\n\n")).isEqualTo(2);
    }

    @Test
    void whatIsChargedIsCountedByTheModelsTokenizer() {
        String text = PROSE + CODE;

        for (String newer :
                new String[] {"gpt-4o-mini", "gpt-4.1", "openai/gpt-5-mini", "o3", "claude-x", "gpt-4.5-preview"}) {
            assertThat(ModelTokens.INSTANCE.forBilling(newer).tokens(text))
                    .isEqualTo(count(EncodingType.O200K_BASE, text));
        }
        for (String older :
                new String[] {"gpt-4", "gpt-4-turbo", "openai/gpt-3.5-turbo", "gpt-35-turbo", "text-embedding-3-small"
                }) {
            assertThat(ModelTokens.INSTANCE.forBilling(older).tokens(text))
                    .isEqualTo(count(EncodingType.CL100K_BASE, text));
        }
        assertThat(ModelTokens.INSTANCE.forBilling(null).tokens(text)).isEqualTo(count(EncodingType.O200K_BASE, text));
    }

    @Test
    void longTextsAreCountedInPieces() {
        String text = PROSE.replace('\n', ' ').repeat(300);

        assertThat(ModelTokens.INSTANCE.forBilling("gpt-5").tokens(text))
                .isCloseTo(count(EncodingType.O200K_BASE, text), Percentage.withPercentage(0.1));
        assertThat(ModelTokens.INSTANCE.forBilling("gpt-5").tokens("\ud83d\ude00".repeat(40_000)))
                .isPositive();
    }

    @Test
    void marksOfTheTokenizersOwnAreText() {
        assertThat(ModelTokens.INSTANCE.forBilling("gpt-5").tokens("<|endoftext|>"))
                .isGreaterThan(1);
    }

    @Test
    void aRequestIsCountedWithItsFraming() {
        ChatRequest request =
                ChatRequest.builder().messages(List.of(Message.user("hello"))).build();

        assertThat(ModelTokens.INSTANCE.forBilling("gpt-5").tokens(request)).isEqualTo(5);
    }

    private static long count(EncodingType encoding, String text) {
        return Encodings.newLazyEncodingRegistry().getEncoding(encoding).countTokensOrdinary(text);
    }
}
