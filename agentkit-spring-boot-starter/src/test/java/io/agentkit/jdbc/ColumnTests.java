package io.agentkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class ColumnTests {

    @Property
    void givesEveryTextBackAsItWas(@ForAll String text) {
        assertThat(Column.text(Column.bytes(text))).isEqualTo(text);
    }

    @Property
    void givesEveryCharacterBackAsItWas(@ForAll char one, @ForAll char other) {
        String text = new String(new char[] {one, other});

        assertThat(Column.text(Column.bytes(text))).isEqualTo(text);
    }

    @Property
    void makesNoTextLongerThanAColumn(@ForAll String text) {
        String shortened = Column.shortText(text.repeat(3));

        assertThat(shortened.length()).isLessThanOrEqualTo(255);
        assertThat(shortened).doesNotContain("\u0000");
        assertThat(shortened.codePoints()).noneMatch(each -> each >= 0xD800 && each <= 0xDFFF);
    }
}
