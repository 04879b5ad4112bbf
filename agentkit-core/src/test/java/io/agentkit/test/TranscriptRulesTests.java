package io.agentkit.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

public class TranscriptRulesTests {

    static List<TranscriptCase> cases() {
        return TranscriptCase.known();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void findsWhatATranscriptBreaksAndNothingElse(TranscriptCase transcript) {
        assertThat(TranscriptRules.broken(transcript.messages())).isEqualTo(transcript.breaks());
    }

    @Test
    void everyRuleHasAnExample() {
        Set<TranscriptRule> broken = EnumSet.noneOf(TranscriptRule.class);

        cases().forEach(transcript -> broken.addAll(transcript.breaks()));

        assertThat(broken).containsExactlyInAnyOrder(TranscriptRule.values());
        assertThat(cases().stream().filter(transcript -> !transcript.breaks().isEmpty()))
                .hasSizeGreaterThanOrEqualTo(30);
    }
}
