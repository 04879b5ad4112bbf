package io.agentkit.http;

import io.agentkit.ToolCallContext;
import java.io.IOException;
import java.net.URISyntaxException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.ProtocolException;

/** Checks the URL of each hop, before a connection is looked for. */
final class HopCheck implements ExecChainHandler {

    private final Refusals refusals;

    HopCheck(Refusals refusals) {
        this.refusals = refusals;
    }

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        try {
            refusals.check(request.getUri(), ToolCallContext.current());
        } catch (URISyntaxException unreadable) {
            throw new ProtocolException("The URL of a hop cannot be read");
        }
        return chain.proceed(request, scope);
    }
}
