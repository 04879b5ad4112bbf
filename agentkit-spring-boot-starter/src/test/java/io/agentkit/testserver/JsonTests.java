package io.agentkit.testserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTests {

    @Test
    void pointerFindsMembersAndElements() {
        Json json = Json.parse("{\"a\":[{\"b\":\"x\"},1.50,true,null]}");

        assertThat(json.at("/a/0/b").text()).isEqualTo("x");
        assertThat(json.at("/a/1").number()).isEqualByComparingTo("1.5");
        assertThat(json.at("/a/2").isTrue()).isTrue();
        assertThat(json.at("/a/3").text()).isEqualTo("null");
        assertThat(json.at("/a").elements()).hasSize(4);
        assertThat(json.at("/a").size()).isEqualTo(4);
    }

    @Test
    void pointerFindsNothingWithoutFailing() {
        Json json = Json.parse("[1]");

        assertThat(json.at("/1").exists()).isFalse();
        assertThat(json.at("/x/y").exists()).isFalse();
        assertThatThrownBy(() -> json.at("/x").text()).isInstanceOf(AssertionError.class);
    }

    @Test
    void textSurvivesWritingAndReading() {
        String text = "quote \" backslash \\ newline \n tab \t ü 🌞";

        String json = JsonWriter.write(JsonWriter.object("text", text, "list", JsonWriter.array(1, null)));

        assertThat(json).isASCII().endsWith("\"list\":[1,null]}");
        assertThat(Json.parse(json).at("/text").text()).isEqualTo(text);
    }

    @Test
    void escapesAreRead() {
        assertThat(Json.parse(" \"\\u00e9\\/\\b\\f\\r\" ").text()).isEqualTo("é/\b\f\r");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "[1", "{\"a\"}", "\"x", "tru", "1 2", "{\"a\":1,}", "\"\\x\"", "\"\\u12\"", "[,1]", "-"
            })
    void textThatIsNoJsonIsRefused(String text) {
        assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nestingIsBounded() {
        assertThatThrownBy(() -> Json.parse("[".repeat(300) + "]".repeat(300)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("JSON must be nested at most 256 deep");
    }
}
