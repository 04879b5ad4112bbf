package io.agentkit.testserver;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Writes HTTP/1.1 responses to a connection, whole or broken; every method flushes. */
final class HttpResponseWriter {

    private final OutputStream out;

    HttpResponseWriter(OutputStream out) {
        this.out = out;
    }

    /** Writes the head of a body of known length. */
    void head(int status, Map<String, String> headers, int length) throws IOException {
        head(status, headers, "Content-Length: " + length);
    }

    /** Writes the head of a body that follows in chunks. */
    void chunkedHead(int status, Map<String, String> headers) throws IOException {
        head(status, headers, "Transfer-Encoding: chunked");
    }

    void bytes(byte[] bytes, int from, int to) throws IOException {
        out.write(bytes, from, to - from);
        out.flush();
    }

    void chunk(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        chunkSize(bytes.length);
        out.write(bytes);
        out.write('\r');
        out.write('\n');
        out.flush();
    }

    /** Announces the chunk in full and writes half of it; only closing the connection can follow. */
    void halfChunk(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        chunkSize(bytes.length);
        bytes(bytes, 0, bytes.length / 2);
    }

    void lastChunk() throws IOException {
        ascii("0\r\n\r\n");
        out.flush();
    }

    private void head(int status, Map<String, String> headers, String framing) throws IOException {
        StringBuilder head = new StringBuilder("HTTP/1.1 ").append(status).append(" \r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        ascii(head.append(framing).append("\r\n\r\n").toString());
        out.flush();
    }

    private void chunkSize(int size) throws IOException {
        ascii(Integer.toHexString(size) + "\r\n");
    }

    private void ascii(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
    }
}
