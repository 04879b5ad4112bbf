package io.agentkit.egress;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds URLs in arguments that nobody declared. It may miss one that is written to be missed; a declared argument is judged as a whole.
 */
final class ArgumentText {

    /** A scheme of two letters at least: one letter is a drive. */
    private static final Pattern URL =
            Pattern.compile("(?<![a-zA-Z0-9+.-])[a-zA-Z][a-zA-Z0-9+.-]{1,30}+:[/\\\\][^\\s\"'<>]*+");

    private static final Pattern BEGINS_AS_URL = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]++:[/\\\\]");

    /** Schemes that lead somewhere without a slash behind them. */
    private static final Set<String> SCHEMES = Set.of(
            "http",
            "https",
            "ftp",
            "file",
            "jar",
            "gopher",
            "dict",
            "ldap",
            "ldaps",
            "netdoc",
            "jrt",
            "classpath",
            "url",
            "ws",
            "wss",
            "javascript",
            "view-source");

    private static final Pattern BEGINS_AS_AUTHORITY = Pattern.compile("[/\\\\]{2}[^/\\\\]");

    /** A port or a path makes a URL of what may otherwise be a number of a version, or an address that is only talked about. */
    private static final Pattern BARE_HOST = Pattern.compile(
            "(?:[0-9]{1,3}(?:\\.[0-9]{1,3}){3}|\\[[0-9a-f:.]++\\]|localhost|metadata\\.google\\.internal)\\.?"
                    + "(?::[0-9]++(?:[/?#].*)?|[/?#].*)",
            Pattern.CASE_INSENSITIVE);

    private static final String TRAILING = ".,;:!?)]}";

    private ArgumentText() {}

    /** What the text leads to as a whole, as browsers read it; null when it is no URL. */
    static @Nullable String whole(String text) {
        if (text.length() < 2) {
            return null;
        }
        String visible = text.strip().trim();
        String joined = visible.replace("\t", "").replace("\n", "").replace("\r", "");
        if (BEGINS_AS_URL.matcher(joined).lookingAt()) {
            int space = joined.indexOf(' ');
            return space < 0 ? joined : joined.substring(0, space);
        }
        if (joined.indexOf(' ') >= 0) {
            return null;
        }
        if (SCHEMES.contains(UrlText.schemeOf(joined))) {
            return joined;
        }
        if (BEGINS_AS_AUTHORITY.matcher(joined).lookingAt()) {
            return "http:" + joined;
        }
        return BARE_HOST.matcher(joined).matches() ? "http://" + joined : null;
    }

    /** All that the text holds, without the punctuation that ends a sentence. */
    static List<String> anywhere(String text) {
        List<String> found = new ArrayList<>();
        if (text.indexOf(':') >= 0) {
            Matcher urls = URL.matcher(text);
            while (urls.find()) {
                found.add(withoutTrailing(urls.group()));
            }
        }
        String whole = whole(text);
        if (whole != null) {
            found.add(whole);
        }
        return found;
    }

    private static String withoutTrailing(String url) {
        int end = url.length();
        while (end > 0 && TRAILING.indexOf(url.charAt(end - 1)) >= 0) {
            end--;
        }
        return url.substring(0, end);
    }
}
