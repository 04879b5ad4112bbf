package io.agentkit.testserver;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads HTTP/1.1 requests from a connection, one after the other, within fixed bounds. */
final class HttpRequestReader {

    private static final int MAX_LINE = 64 * 1024;
    private static final int MAX_HEADERS = 200;
    private static final int MAX_BODY = 32 * 1024 * 1024;

    private final InputStream in;
    private final OutputStream out;

    HttpRequestReader(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    /** Returns the next request, or null when the client has closed the connection between two requests. */
    @Nullable
    HttpRequest next() throws IOException {
        String line = line();
        if (line == null) {
            return null;
        }
        int first = line.indexOf(' ');
        int last = line.lastIndexOf(' ');
        if (first < 1 || last == first) {
            throw new IOException("not a request line: " + line);
        }
        Map<String, List<String>> headers = headers();
        HttpRequest head = new HttpRequest(line.substring(0, first), line.substring(first + 1, last), headers, "");
        if (head.headerHas("expect", "100-continue")) {
            out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
        return new HttpRequest(head.method(), head.target(), headers, new String(body(head), StandardCharsets.UTF_8));
    }

    private Map<String, List<String>> headers() throws IOException {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = needed(); !line.isEmpty(); line = needed()) {
            int colon = line.indexOf(':');
            if (colon < 1 || headers.size() == MAX_HEADERS) {
                throw new IOException("not a header, or too many: " + line);
            }
            headers.computeIfAbsent(line.substring(0, colon), name -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        return Collections.unmodifiableMap(headers);
    }

    private byte[] body(HttpRequest head) throws IOException {
        if (head.headerHas("transfer-encoding", "chunked")) {
            return chunkedBody();
        }
        String length = head.header("content-length");
        return length == null ? new byte[0] : exactly(Integer.parseInt(length), 0);
    }

    private byte[] chunkedBody() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int size = chunkSize();
        while (size > 0) {
            body.write(exactly(size, body.size()));
            needed();
            size = chunkSize();
        }
        for (String trailer = needed(); !trailer.isEmpty(); trailer = needed()) {
            // Trailers carry nothing that a test asks for.
            continue;
        }
        return body.toByteArray();
    }

    private int chunkSize() throws IOException {
        String line = needed();
        int extension = line.indexOf(';');
        return Integer.parseInt((extension < 0 ? line : line.substring(0, extension)).strip(), 16);
    }

    private byte[] exactly(int size, int before) throws IOException {
        if (size < 0 || size > MAX_BODY - before) {
            throw new IOException("the body must be at most " + MAX_BODY + " bytes");
        }
        byte[] bytes = in.readNBytes(size);
        if (bytes.length < size) {
            throw new EOFException("the client left in the middle of a body");
        }
        return bytes;
    }

    private String needed() throws IOException {
        String line = line();
        if (line == null) {
            throw new EOFException("the client left in the middle of a request");
        }
        return line;
    }

    private @Nullable String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return null;
            }
            if (line.size() == MAX_LINE) {
                throw new IOException("a line must be at most " + MAX_LINE + " bytes");
            }
            line.write(next);
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
