package io.agentkit.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.cache.EntryFormat.Kind;
import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Message;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;

class EntryFormatTests {

    private static final String TEXT = "The answer is 1,234.50 EUR on 3 May.";

    @Test
    void readsNoAnswerThatWasNotWrittenWhateverBitIsWrong() {
        ChatReply reply = ChatReply.builder()
                .message(Message.assistant(TEXT))
                .cacheStatus(CacheStatus.HIT)
                .build();
        byte[] written = new ReplyEntry(reply, 7, null).encoded();

        for (int bit = 0; bit < 8 * written.length; bit++) {
            byte[] damaged = written.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(textOf(damaged)).as("bit %d", bit).isIn(null, TEXT);
        }
        for (int length = 0; length < written.length; length++) {
            assertThat(textOf(Arrays.copyOf(written, length)))
                    .as("%d bytes", length)
                    .isNull();
        }
    }

    @Test
    void readsNoAnswerThatGoesOn() {
        byte[] longer = EntryFormat.write(Kind.TEXT, out -> {
            out.text("short");
            out.text("and more");
        });

        assertThatThrownBy(() -> TextEntry.read(CacheEntry.of(longer))).isInstanceOf(IllegalStateException.class);
    }

    private static String textOf(byte[] bytes) {
        try {
            ReplyEntry read = ReplyEntry.read(CacheEntry.of(bytes));
            return read == null ? null : read.reply().text();
        } catch (RuntimeException damaged) {
            return null;
        }
    }

    @Test
    void readsNoValuesThatHoldOneAnotherWithoutEnd() throws IOException {
        Object deep = "end";
        for (int i = 0; i < 100; i++) {
            deep = List.of(deep);
        }
        Object held = deep;

        assertThatThrownBy(() -> EntryFormat.write(Kind.TEXT, out -> out.value(held)))
                .isInstanceOf(IllegalStateException.class);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(EntryFormat.write(Kind.TEXT, out -> {}), 0, 2);
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
            for (int i = 0; i < 100_000; i++) {
                out.writeByte('L');
                out.writeInt(1);
            }
        }
        assertThatThrownBy(() -> EntryFormat.read(Kind.TEXT, bytes.toByteArray(), EntryInput::value))
                .isInstanceOf(IllegalStateException.class);
    }
}
