package io.agentkit.safety;

/** A pattern of names: {@code *} stands for any characters, {@code ?} for one. Upper and lower case differ. Immutable. */
record Glob(String pattern) {

    boolean matches(String name) {
        int p = 0;
        int n = 0;
        int star = -1;
        int retry = 0;
        while (n < name.length()) {
            char wanted = p < pattern.length() ? pattern.charAt(p) : 0;
            if (wanted == '*') {
                star = p++;
                retry = n;
            } else if (p < pattern.length() && (wanted == '?' || wanted == name.charAt(n))) {
                p++;
                n++;
            } else if (star >= 0) {
                p = star + 1;
                n = ++retry;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}
