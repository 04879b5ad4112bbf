package io.agentkit.springai;

import java.io.IOException;
import okhttp3.Call;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import okio.ForwardingSource;
import okio.Okio;
import okio.Source;
import org.jspecify.annotations.Nullable;

/** Tells which connection a thread waits on or reads from, for the clients of OpenAI and Anthropic. Changes nothing of what goes over it. */
final class OkHttpConnections implements Interceptor {

    @Override
    public Response intercept(Chain chain) throws IOException {
        Call call = chain.call();
        Runnable closing = call::cancel;
        Connection.opened(closing);
        Response response = chain.proceed(chain.request());
        ResponseBody body = response.body();
        return body == null || !isStream(body.contentType())
                ? response
                : response.newBuilder().body(new Body(body, closing)).build();
    }

    /** The thread that made the request waits for all others. */
    private static boolean isStream(@Nullable MediaType type) {
        return type != null && type.subtype().equals("event-stream");
    }

    private static final class Body extends ResponseBody {

        private final ResponseBody body;

        private final BufferedSource source;

        Body(ResponseBody body, Runnable closing) {
            this.body = body;
            this.source = Okio.buffer(new Reads(body.source(), closing));
        }

        @Override
        public @Nullable MediaType contentType() {
            return body.contentType();
        }

        @Override
        public long contentLength() {
            return body.contentLength();
        }

        @Override
        public BufferedSource source() {
            return source;
        }
    }

    private static final class Reads extends ForwardingSource {

        private final Runnable closing;

        Reads(Source source, Runnable closing) {
            super(source);
            this.closing = closing;
        }

        @Override
        public long read(Buffer sink, long byteCount) throws IOException {
            long count = super.read(sink, byteCount);
            Connection.read(count < 0 ? null : closing);
            return count;
        }
    }
}
