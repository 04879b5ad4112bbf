package io.agentkit.springai;

import io.agentkit.ChainEnvironment;
import io.agentkit.Failure;
import io.agentkit.springai.BridgeContext.Recorded;
import io.agentkit.springai.HttpApplication.Probe;
import io.agentkit.testserver.ProviderServer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.context.ConfigurableApplicationContext;

/** An application and the server that its clients talk to, for one class of tests; each test finds both as at the start. */
final class HttpFixture implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {

    private final String[] settings;
    private @Nullable ProviderServer server;
    private @Nullable ConfigurableApplicationContext context;

    /** @param settings of the application, in the form of the command line */
    HttpFixture(String... settings) {
        this.settings = settings;
    }

    @Override
    public void beforeAll(ExtensionContext tests) {
        server = ProviderServer.start();
        context = HttpApplication.start(server, settings);
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        reset();
    }

    void reset() {
        server().reset();
        probe().reset();
        recorded().reset();
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        context().close();
        server().close();
    }

    ProviderServer server() {
        return Objects.requireNonNull(server, "not started yet");
    }

    ConfigurableApplicationContext context() {
        return Objects.requireNonNull(context, "not started yet");
    }

    Probe probe() {
        return context().getBean(Probe.class);
    }

    Recorded recorded() {
        return context().getBean(Recorded.class);
    }

    Failure classify(Throwable error) {
        return context().getBean(ChainEnvironment.class).errors().classify(error);
    }
}
