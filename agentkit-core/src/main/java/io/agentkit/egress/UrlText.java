package io.agentkit.egress;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The parts of a URL that say where it leads. Reads only what RFC 3986 and the URL standard of browsers read alike: where they part, and
 * where older parsers part from both, the text is refused.
 *
 * @param scheme in lower case
 * @param host as it stands in the text
 * @param port 0 when there is none
 * @param otherHosts hosts that parsers read which do not end the authority at {@code ?} or {@code #}
 */
record UrlText(String scheme, String host, int port, List<String> otherHosts) {

    private static final int MOST_OTHERS = 10;

    /** What ends the text of a host where it is followed by something else. */
    private static final String NOT_OF_A_HOST = "/\\?#@:&=;,+!$*'()<>\"{}|^` ";

    static UrlText of(String url) {
        requireVisible(url);
        String text = strip(url);
        String scheme = scheme(text);
        int start = scheme.length() + 3;
        if (!text.startsWith("://", scheme.length()) || start == text.length() || isSlash(text.charAt(start))) {
            throw UnreadableUrlException.malformed("not exactly two slashes and a host follow its scheme");
        }
        int end = end(text, start, "/?#");
        Authority authority = Authority.of(text.substring(start, end));
        return new UrlText(scheme, authority.host(), authority.port(), otherHosts(text, end));
    }

    /** The scheme in lower case; empty when the text does not begin with one. */
    static String schemeOf(String url) {
        String text = strip(url);
        int colon = text.indexOf(':');
        for (int i = 0; i < colon; i++) {
            char c = text.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.'))) {
                return "";
            }
        }
        return colon <= 0 ? "" : text.substring(0, colon).toLowerCase(Locale.ROOT);
    }

    private static String scheme(String text) {
        String scheme = schemeOf(text);
        if (scheme.isEmpty()) {
            throw UnreadableUrlException.malformed("it does not begin with a scheme such as https://");
        }
        return scheme;
    }

    /** Browsers drop tabs and line ends wherever they stand, so what stands on both sides of one is one word to them. */
    private static void requireVisible(String url) {
        for (int i = 0; i < url.length(); i++) {
            char c = url.charAt(i);
            if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                throw UnreadableUrlException.malformed("it holds control characters");
            }
        }
    }

    /** Without the spaces around it, which nobody counts as part of a URL. */
    private static String strip(String url) {
        int start = 0;
        int end = url.length();
        while (start < end && url.charAt(start) == ' ') {
            start++;
        }
        while (end > start && url.charAt(end - 1) == ' ') {
            end--;
        }
        return url.substring(start, end);
    }

    private static int end(String text, int from, String stops) {
        int i = from;
        while (i < text.length() && stops.indexOf(text.charAt(i)) < 0) {
            i++;
        }
        return i;
    }

    private static boolean isSlash(char c) {
        return c == '/' || c == '\\';
    }

    /** In {@code http://one.example#@two.example/} some read user information in front of a second host. */
    private static List<String> otherHosts(String text, int end) {
        if (end == text.length() || text.charAt(end) == '/') {
            return List.of();
        }
        List<String> hosts = new ArrayList<>();
        int stop = end(text, end, "/");
        for (int at = text.indexOf('@', end); at >= 0 && at < stop; at = text.indexOf('@', at + 1)) {
            if (hosts.size() == MOST_OTHERS) {
                throw UnreadableUrlException.ambiguous("it holds many @ before its path");
            }
            int from = at + 1;
            int to = text.startsWith("[", from) ? end(text, from, "]") + 1 : end(text, from, NOT_OF_A_HOST);
            if (to > from && to <= text.length()) {
                hosts.add(text.substring(from, to));
            }
        }
        return hosts;
    }
}
