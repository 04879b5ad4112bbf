package io.agentkit.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes credentials out of the URLs in a text: user information, the values of query parameters, fragments. Works on the text without
 * parsing, so a URL that no parser takes is masked too. Scheme, host, path and names of parameters stay.
 */
public final class UrlMask {

    /** What stands in for what was taken out. */
    public static final String MASK = "REDACTED";

    private static final Pattern URL = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*+://[^\\s\"'<>]++");

    /** A request line without scheme and host, as providers' messages quote it. */
    private static final Pattern KEY = Pattern.compile(
            "([?&](?:key|api[-_]?key|access[-_]?token|auth|token|sig|signature|secret|password)=)(?!"
                    + MASK
                    + ")[^&#\\s\"'<>]++",
            Pattern.CASE_INSENSITIVE);

    private static final String TRAILING = ".,;:!?)]}";

    private UrlMask() {}

    /** The text with its URLs masked; the same object when there was nothing to mask. */
    public static String mask(String text) {
        String masked = text.contains("://") ? maskUrls(text) : text;
        return masked.indexOf('=') < 0 ? masked : maskKeys(masked);
    }

    private static String maskKeys(String text) {
        Matcher keys = KEY.matcher(text);
        return keys.find() ? keys.replaceAll("$1" + MASK) : text;
    }

    private static String maskUrls(String text) {
        Matcher urls = URL.matcher(text);
        StringBuilder out = new StringBuilder(text.length());
        int last = 0;
        boolean changed = false;
        while (urls.find()) {
            int end = urls.end();
            while (end > urls.start() && TRAILING.indexOf(text.charAt(end - 1)) >= 0) {
                end--;
            }
            String url = text.substring(urls.start(), end);
            String masked = maskUrl(url);
            changed |= !masked.equals(url);
            out.append(text, last, urls.start()).append(masked);
            last = end;
        }
        return changed ? out.append(text, last, text.length()).toString() : text;
    }

    private static String maskUrl(String url) {
        int authority = url.indexOf("://") + 3;
        int hash = url.indexOf('#', authority);
        String rest = hash < 0 ? url : url.substring(0, hash);
        String fragment = hash < 0 ? "" : "#" + MASK;
        int query = rest.indexOf('?', authority);
        String base = query < 0 ? rest : rest.substring(0, query);
        String parameters = query < 0 ? "" : "?" + maskQuery(rest.substring(query + 1));
        int path = base.indexOf('/', authority);
        int at = base.lastIndexOf('@', path < 0 ? base.length() : path);
        if (at >= authority) {
            base = base.substring(0, authority) + MASK + base.substring(at);
        }
        return base + parameters + fragment;
    }

    private static String maskQuery(String query) {
        StringBuilder out = new StringBuilder(query.length());
        int start = 0;
        while (start <= query.length()) {
            int end = query.indexOf('&', start);
            end = end < 0 ? query.length() : end;
            int equals = query.indexOf('=', start);
            if (equals >= 0 && equals < end) {
                out.append(query, start, equals + 1).append(MASK);
            } else if (end > start) {
                out.append(MASK);
            }
            if (end < query.length()) {
                out.append('&');
            }
            start = end + 1;
        }
        return out.toString();
    }
}
