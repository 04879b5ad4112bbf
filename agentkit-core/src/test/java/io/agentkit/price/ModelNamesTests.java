package io.agentkit.price;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class ModelNamesTests {

    @Property(tries = 500)
    void bringsANameThatIsInItsFormToTheSameForm(
            @ForAll
                    @StringLength(max = 60)
                    @CharRange(from = 'a', to = 'z')
                    @CharRange(from = '0', to = '9')
                    @Chars({'/', '.', '-', ':', '@', 'A', ' '})
                    String name) {
        String once = ModelNames.dated(name);

        assertThat(ModelNames.dated(once)).isEqualTo(once);
        assertThat(ModelNames.undated(ModelNames.undated(once))).isEqualTo(ModelNames.undated(once));
    }

    @Property(tries = 200)
    void findsTheFormOfAnyNameAmongItsForms(
            @ForAll @StringLength(min = 1, max = 20) @CharRange(from = 'a', to = 'z') String name) {
        assertThat(ModelNames.forms("openai/" + name + "-2025-01-31")).contains(ModelNames.dated(name));
        assertThat(ModelNames.plainer("models/" + name + "-latest")).contains(name);
    }

    @Test
    void triesWhatTellsMostFirst() {
        assertThat(ModelNames.forms("us.anthropic.claude-opus-4.1-20250805-v1:0"))
                .startsWith("us-anthropic-claude-opus-4-1-20250805-v1:0", "us-anthropic-claude-opus-4-1-20250805")
                .containsSubsequence(
                        "anthropic-claude-opus-4-1-20250805", "claude-opus-4-1-20250805", "claude-opus-4-1");
    }

    @Test
    void knowsWhatWasTunedButNotWhoTunedIt() {
        assertThat(ModelNames.dated("ft:gpt-4o-mini-2024-07-18:acme::abc123")).isEqualTo("ft:gpt-4o-mini-2024-07-18");
    }

    @Test
    void readsNoMoreOfANameThanAnyModelHas() {
        assertThat(ModelNames.dated("x".repeat(100_000))).hasSize(ModelNames.LONGEST);
    }
}
