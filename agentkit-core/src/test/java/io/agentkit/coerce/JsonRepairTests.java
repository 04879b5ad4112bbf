package io.agentkit.coerce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.agentkit.coerce.JsonRepair.Missing;
import io.agentkit.coerce.RepairedJson.Failed;
import io.agentkit.coerce.RepairedJson.Reason;
import io.agentkit.coerce.RepairedJson.Repaired;
import io.agentkit.coerce.RepairedJson.Sound;
import org.junit.jupiter.api.Test;

class JsonRepairTests {

    private static String reply(String text) {
        return json(JsonRepair.reply().repair(text));
    }

    private static String document(String text) {
        return json(JsonRepair.document().repair(text));
    }

    private static String json(RepairedJson outcome) {
        if (outcome instanceof Sound sound) {
            return sound.json();
        }
        return outcome instanceof Repaired repaired ? repaired.json() : outcome.toString();
    }

    @Test
    void validJsonIsTheSameObject() {
        String text = " {\"a\": [1, 2.50, \"x\\u00e9\", null]} ";

        assertThat(((Sound) JsonRepair.reply().repair(text)).json()).isSameAs(text);
    }

    @Test // JS-01, TC-521
    void aFenceOfOneLineIsTakenOff() {
        assertThat(reply("```{\"key\":\"value\"}```")).isEqualTo("{\"key\":\"value\"}");
    }

    @Test // JS-07, TC-521
    void theLanguageOfAFenceMayBeInCapitals() {
        assertThat(reply("Here:\n```JSON\n{\"a\": 1}\n```\nDone.")).isEqualTo("{\"a\": 1}");
        assertThat(document("```JSON\n{\"a\": 1}\n```")).isEqualTo("{\"a\":1}");
    }

    @Test // JS-11
    void aFenceMayStayOpen() {
        assertThat(reply("```json\n{\"a\": [1, 2")).isEqualTo("{\"a\":[1,2]}");
    }

    @Test // JS-02
    void bracesInsideStringsAreText() {
        assertThat(reply("It says {\"log\":\"Unexpected character '}' at position 42\"} and stops."))
                .isEqualTo("{\"log\":\"Unexpected character '}' at position 42\"}");
    }

    @Test // JS-03
    void backticksInsideStringsAreText() {
        assertThat(reply("```json\n{\"md\": \"use ```sh\\nls\\n``` here\", \"n\": 1,}\n```"))
                .isEqualTo("{\"md\":\"use ```sh\\nls\\n``` here\",\"n\":1}");
    }

    @Test // JS-04
    void quotesInsideStringsAreEscaped() {
        assertThat(reply("{\"lorem\": \"Lorem \"ipsum\" excepteur sint, suntid est laborum\"}"))
                .isEqualTo("{\"lorem\":\"Lorem \\\"ipsum\\\" excepteur sint, suntid est laborum\"}");
    }

    @Test // JS-05
    void aStringThatIsCutKeepsItsText() {
        assertThat(reply("{\"a\": \"one, two: it's")).isEqualTo("{\"a\":\"one, two: it's\"}");
    }

    @Test // JS-06
    void whatAModelThoughtIsNoAnswer() {
        assertThat(reply("<think>{\"draft\": true}</think>{\"final\": true}")).isEqualTo("{\"final\": true}");
        assertThat(reply("maybe {\"draft\": true}\n</think>\n{\"final\": true}"))
                .isEqualTo("{\"final\": true}");
        assertThat(JsonRepair.reply().find("<think>{\"draft\": true}")).isEmpty();
    }

    @Test // JS-08
    void anEscapeThatIsCutIsDropped() {
        assertThat(reply("{\"a\": \"caf\\u12")).isEqualTo("{\"a\":\"caf\"}");
        assertThat(reply("{\"a\": \"caf\\")).isEqualTo("{\"a\":\"caf\"}");
    }

    @Test // JS-09
    void curlyQuotesDelimitOrAreText() {
        assertThat(reply("{“a”: “b”}")).isEqualTo("{\"a\":\"b\"}");
        assertThat(reply("{\"a\": \"he said “yes”\",}")).isEqualTo("{\"a\":\"he said “yes”\"}");
    }

    @Test // JS-10
    void tooDeepIsAFailureAndNoStackOverflow() {
        String deep = "[".repeat(2_000_000);

        assertThat(JsonRepair.reply().repair(deep)).isEqualTo(new Failed(Reason.TOO_DEEP, JsonRepair.MAX_DEPTH));
        assertThat(JsonRepair.document().repair("{\"a\":".repeat(100_000))).isInstanceOf(Failed.class);
        assertThat(JsonRepair.document().repair("(".repeat(100_000))).isInstanceOf(Failed.class);
        assertThat(JsonRepair.document().repair("f(".repeat(100_000))).isInstanceOf(Failed.class);
    }

    @Test
    void asDeepAsAllowedIsValid() {
        String deep = "[".repeat(JsonRepair.MAX_DEPTH) + "]".repeat(JsonRepair.MAX_DEPTH);

        assertThat(JsonRepair.reply().repair(deep)).isInstanceOf(Sound.class);
        assertThat(JsonRepair.reply().repair("[" + deep + "]")).isInstanceOf(Failed.class);
    }

    @Test
    void commentsCommasAndLiteralsOfOtherLanguagesAreRead() {
        assertThat(reply("{'a': True, b: None, /* c */ \"d\": [1 // one\n 2,], \"e\": 'it\\'s' # end\n}"))
                .isEqualTo("{\"a\":true,\"b\":null,\"d\":[1,2],\"e\":\"it's\"}");
    }

    @Test
    void oddNumbersAreNumbersOrText() {
        assertThat(reply("{a: .5, b: +1, c: 1_000, d: 2., e: 007, f: 1/3, g: -.5e3, h: NaN}"))
                .isEqualTo(
                        "{\"a\":0.5,\"b\":1,\"c\":1000,\"d\":2.0,\"e\":\"007\",\"f\":\"1/3\",\"g\":-0.5e3,\"h\":\"NaN\"}");
    }

    @Test
    void linesOfValuesAreAnArray() {
        assertThat(reply("{\"a\":1}\n{\"a\":2}\n")).isEqualTo("[{\"a\":1}, {\"a\":2}]");
        assertThat(document("{a:1}\n{a:2}\n")).isEqualTo("[{\"a\":1},{\"a\":2}]");
    }

    @Test
    void anEscapedDocumentIsRead() {
        assertThat(reply("{\\\"a\\\": \\\"say \\\\\\\"hi\\\\\\\"\\\"}")).isEqualTo("{\"a\": \"say \\\"hi\\\"\"}");
    }

    @Test
    void aByteOrderMarkIsSpace() {
        assertThat(reply("\uFEFF{\"a\": 1}")).isEqualTo("{\"a\": 1}");
        assertThat(document("\uFEFF{a: 1}")).isEqualTo("{\"a\":1}");
    }

    @Test
    void aDocumentHasNothingAroundIt() {
        assertThat(JsonRepair.document().repair("{\"a\":2}foo")).isEqualTo(new Failed(Reason.UNEXPECTED_TEXT, 7));
        assertThat(JsonRepair.document().repair("")).isEqualTo(new Failed(Reason.NOTHING_FOUND, 0));
        assertThat(JsonRepair.document().repair("\"a\u0000\"")).isEqualTo(new Failed(Reason.INVALID_CHARACTER, 2));
        assertThat(document("just text")).isEqualTo("\"just text\"");
    }

    @Test
    void aReplyWithoutJsonHasNone() {
        assertThat(JsonRepair.reply().repair("I am sorry.")).isEqualTo(new Failed(Reason.NOTHING_FOUND, 0));
    }

    @Test
    void whatStandsForAMissingValueIsChosen() {
        String text = "{\"a\": , \"b\": 1}";

        assertThat(json(JsonRepair.reply().withMissing(Missing.NULL).repair(text)))
                .isEqualTo("{\"a\":null,\"b\":1}");
        assertThat(json(JsonRepair.reply().withMissing(Missing.EMPTY_STRING).repair(text)))
                .isEqualTo("{\"a\":\"\",\"b\":1}");
        assertThat(json(JsonRepair.reply().withMissing(Missing.NOTHING).repair(text)))
                .isEqualTo("{\"b\":1}");
    }

    @Test
    void everyValueOfAReplyIsFound() {
        assertThat(JsonRepair.reply().find("First {\"a\": 1}, then {b: 2} and [3."))
                .containsExactly("{\"a\": 1}", "{\"b\":2}", "[3.0]");
        assertThatIllegalStateException().isThrownBy(() -> JsonRepair.document().find("{}"));
    }

    @Test // TC-520
    void theBeginningOfAReplyIsClosed() {
        assertThat(beginning("{")).isEqualTo("{}");
        assertThat(beginning("[")).isEqualTo("[]");
        assertThat(beginning("{\"a\": 1,")).isEqualTo("{\"a\":1}");
        assertThat(beginning("{\"a\": \"hello")).isEqualTo("{\"a\":\"hello\"}");
        assertThat(beginning("{\"a\": \"hello\\")).isEqualTo("{\"a\":\"hello\"}");
        assertThat(beginning("{\"a\": tru")).isEqualTo("{\"a\":null}");
        assertThat(beginning("{\"a\": 2.3e")).isEqualTo("{\"a\":null}");
        assertThat(beginning("{\"a\": ")).isEqualTo("{}");
        assertThat(beginning("{\"sub")).isEqualTo("{}");
        assertThat(beginning("{\"a\": {\"b\": [[{\"c\": 1")).isEqualTo("{\"a\":{\"b\":[[{\"c\":1}]]}}");
        assertThat(beginning("{\"a\": \"say \\\"hi")).isEqualTo("{\"a\":\"say \\\"hi\"}");
        assertThat(beginning("{\"a}")).isEqualTo("{}");
        assertThat(beginning("[\"a]")).isEqualTo("[\"a]\"]");
        assertThat(beginning("{\"a\": [1]}")).isEqualTo("{\"a\": [1]}");
        assertThat(JsonRepair.beginning().find("%&/(\u0000\uD800")).isEmpty();
        assertThat(JsonRepair.beginning().find("")).isEmpty();
    }

    private static String beginning(String text) {
        return JsonRepair.beginning().find(text).get(0);
    }
}
