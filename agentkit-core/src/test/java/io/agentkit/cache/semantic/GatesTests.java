package io.agentkit.cache.semantic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatesTests {

    private static Doubt between(String one, String other) {
        Doubt doubt = Gates.between(Reading.of(one), Reading.of(other));
        assertThat(Gates.between(Reading.of(other), Reading.of(one)) == null)
                .as("the same both ways round")
                .isEqualTo(doubt == null);
        return doubt;
    }

    @ParameterizedTest // SC-04
    @CsvSource(
            delimiter = '|',
            value = {
                "add 15 and 27 | add 15 and 28",
                "What is 1,500 divided by three? | What is 15 divided by three?",
                "Who was the 16th president? | Who was the twenty-sixth president?",
                "Is a house for $1.5M too dear? | Is a house for $1.5bn too dear?",
                "A dose of 5 mg an hour | A dose of 5 mcg an hour",
                "Is 180 °C hot? | Is 180 °F hot?",
                "Is 20 an hour good pay? | Is 20 a day good pay?",
                "Set the temperature to -5 degrees | Set the temperature to 5 degrees"
            })
    void doubtsOtherNumbersAndUnits(String one, String other) {
        assertThat(between(one, other)).isEqualTo(Doubt.NUMBERS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Is the office open on Monday? | Is the office open on Tuesday?",
                "Does the train leave at 7 am? | Does the train leave at 7 pm?",
                "What happened in May 1945? | What happened in June 1945?",
                "What is due this week? | What is due next week?",
                "What happened on 2024-03-01? | What happened on 2024-04-01?"
            })
    void doubtsOtherDatesAndTimes(String one, String other) {
        assertThat(between(one, other)).isEqualTo(Doubt.DATES);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "What does scp -r copy? | What does scp -R copy?",
                "Where is user_id set? | Where is userId set?",
                "Is lodash 4.17.20 safe? | Is lodash 4.17.21 safe?",
                "Open report.pdf | Open report.doc",
                "Write to ann@example.com | Write to ann@example.org",
                "Is a == b? | Is a === b?"
            })
    void doubtsOtherCode(String one, String other) {
        assertThat(between(one, other)).isNotNull();
    }

    @ParameterizedTest // SC-02
    @CsvSource(
            delimiter = '|',
            value = {
                "What is the capital of Austria? | What is the capital of Australia?",
                "What is the function of a TV? | What is the function of money?",
                "how do I install python? | how do I install ruby?",
                "Send it to Dr. Smith today | Send it to Dr. Brown today"
            })
    void doubtsOtherNames(String one, String other) {
        assertThat(between(one, other)).isNotNull();
    }

    @ParameterizedTest // SC-01
    @CsvSource(
            delimiter = '|',
            value = {
                "turn dark mode on | turn dark mode off",
                "is port 6379 open? | is port 6379 closed?",
                "Which plants need light? | Which plants don't need light?",
                "Is it legal to park here? | Is it illegal to park here?",
                "A cake with nuts | A cake without nuts",
                "Show the first entry | Show the last entry",
                "Do all birds fly? | Do some birds fly?",
                "How do I mount the disk? | How do I unmount the disk?"
            })
    void doubtsWhatIsDeniedOrContrary(String one, String other) {
        assertThat(between(one, other)).isNotNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Does Alice owe Bob? | Does Bob owe Alice?",
                "Convert JSON to YAML | Convert YAML to JSON",
                "Did the dog chase the cat? | Was the dog chased by the cat?",
                "Is Rome older than Athens? | Is Athens older than Rome?",
                "Copy from the laptop to the server | Copy from the server to the laptop",
                "Did Romeo love Juliet before Juliet loved Romeo? | Did Juliet love Romeo before Romeo loved Juliet?"
            })
    void doubtsOtherRoles(String one, String other) {
        assertThat(between(one, other)).isEqualTo(Doubt.ROLES);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "How do I feed a cat? | How do I feed a hamster?",
                "A recipe for soup | A recipe for chicken soup",
                "deploy the billing service to the test cluster | deploy the booking service to the test cluster"
            })
    void doubtsAWordInPlaceOfAnother(String one, String other) {
        assertThat(between(one, other)).isEqualTo(Doubt.WORDS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "How do I turn off the alarm? | How can I switch the alarm off?",
                "What is 20% of $1,500? | How much is 20 percent of 1500 dollars?",
                "Is a walk of 1.5 km long? | Is a walk of 1500 metres long?",
                "What happened on 2024-03-01? | What happened on March 1st, 2024?",
                "Does the train leave at 14:30? | Does the train leave at 2:30 p.m.?",
                "Did the dog chase the cat? | Was the cat chased by the dog?",
                "I can't log in | I cannot log in",
                "Which plants don’t need light? | Which plants do not need light?",
                "What does the -r option of scp do? | What is the -r option of scp for?",
                "How do I delete my account? | How can I remove my account?",
                "What is the font's size? | What is the size of the font?",
                "Delete all files in the folder. | Please delete all of the files in the folder!"
            })
    void doubtsNothingThatIsSaidInOtherWords(String one, String other) {
        assertThat(between(one, other)).isNull();
    }

    @Test
    @Timeout(20)
    void readsTextsOfAnySizeInLinearTime() {
        for (String hostile : new String[] {
            "1".repeat(100_000),
            "a-".repeat(100_000),
            "((((".repeat(50_000),
            "no ".repeat(60_000),
            "1 ".repeat(50_000),
            "x.".repeat(90_000)
        }) {
            assertThat(Gates.between(Reading.of(hostile), Reading.of(hostile))).isNull();
        }
    }

    @Test
    void doubtsLongTextsOfWhichLittleIsTheSame() {
        String one = "Summarise this: " + words("alpha", 400);
        String other = "Summarise this: " + words("omega", 400);

        assertThat(between(one, other)).isNotNull();
    }

    private static String words(String stem, int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(stem)
                    .append((char) ('a' + i % 26))
                    .append((char) ('a' + i / 26))
                    .append(' ');
        }
        return text.toString();
    }
}
