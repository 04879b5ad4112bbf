package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectionTests {

    private final AtomicInteger closed = new AtomicInteger();
    private final Connection connection = new Connection();

    @AfterEach
    void clean() {
        Connection.leave();
        Connection.read(null);
    }

    @Test
    void theConnectionOfACallIsClosed() {
        connection.enter();
        Connection.opened(closed::incrementAndGet);
        Connection.leave();
        connection.run();

        assertThat(closed).hasValue(1);
    }

    @Test
    void aConnectionThatIsOpenedTooLateIsClosedAtOnce() {
        connection.enter();
        connection.run();
        Connection.opened(closed::incrementAndGet);

        assertThat(closed).hasValue(1);
    }

    @Test
    void theConnectionThatAPieceWasReadFromIsClosed() {
        Connection.read(closed::incrementAndGet);
        connection.arrived();
        connection.run();

        assertThat(closed).hasValue(1);
    }

    @Test
    void aPieceThatWasReadBelongsToOneStreamOnly() {
        Connection.read(closed::incrementAndGet);
        connection.arrived();
        Connection inner = new Connection();
        inner.arrived();
        inner.run();

        assertThat(closed).hasValue(0);
    }

    @Test
    void nothingIsRememberedAfterTheEnd() {
        Connection.read(closed::incrementAndGet);
        Connection.read(null);
        connection.arrived();
        connection.run();
        Connection.opened(closed::incrementAndGet);

        assertThat(closed).hasValue(0);
    }
}
