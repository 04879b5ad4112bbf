package io.agentkit.egress;

/**
 * What stands between the slashes and the path of a URL.
 *
 * @param host as it stands in the text, brackets of an IPv6 address included
 * @param port 0 when there is none
 */
record Authority(String host, int port) {

    private static final int HIGHEST_PORT = 65_535;

    static Authority of(String text) {
        if (text.indexOf('\\') >= 0) {
            throw UnreadableUrlException.ambiguous("a backslash stands in front of its path");
        }
        if (text.indexOf('@') >= 0) {
            throw UnreadableUrlException.userInfo();
        }
        int end = text.startsWith("[") ? text.indexOf(']') + 1 : text.indexOf(':');
        if (end < 0) {
            return new Authority(text, 0);
        }
        String host = text.substring(0, end);
        String rest = text.substring(end);
        if (host.isEmpty() || rest.lastIndexOf(':') > 0 || (!rest.isEmpty() && rest.charAt(0) != ':')) {
            throw UnreadableUrlException.malformed("its host cannot be read");
        }
        return new Authority(host, rest.length() < 2 ? 0 : port(rest.substring(1)));
    }

    private static int port(String digits) {
        int port = 0;
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            if (c < '0' || c > '9') {
                throw UnreadableUrlException.port("its port is not a number");
            }
            port = Math.min(port * 10 + (c - '0'), HIGHEST_PORT + 1);
        }
        if (port == 0 || port > HIGHEST_PORT || digits.charAt(0) == '0') {
            throw UnreadableUrlException.port("its port is not written as a number from 1 to 65535");
        }
        return port;
    }
}
