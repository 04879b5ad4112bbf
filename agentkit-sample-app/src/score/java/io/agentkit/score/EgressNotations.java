package io.agentkit.score;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The ways to write an IPv4 address that some client understands, by name. */
final class EgressNotations {

    private EgressNotations() {}

    /** Those that mean the same address to every client that reads them. */
    static Map<String, String> of(long address) {
        int a = (int) (address >> 24);
        int b = (int) (address >> 16) & 0xff;
        int c = (int) (address >> 8) & 0xff;
        int d = (int) address & 0xff;
        String dotted = "%d.%d.%d.%d".formatted(a, b, c, d);
        String high = "%x".formatted(address >> 16);
        String low = "%x".formatted(address & 0xffff);
        Map<String, String> forms = new LinkedHashMap<>();
        forms.put("dotted", dotted);
        forms.put("dot at the end", dotted + ".");
        forms.put("one number", Long.toString(address));
        forms.put("hexadecimal", "0x%x".formatted(address));
        forms.put("hexadecimal with zeros", "0X00%08X".formatted(address));
        forms.put("hexadecimal parts", "0x%x.0x%X.0x%02x.0x%x".formatted(a, b, c, d));
        forms.put("two parts", "%d.%d".formatted(a, address & 0xffffff));
        forms.put("three parts", "%d.%d.%d".formatted(a, b, address & 0xffff));
        forms.put("mixed parts", "0x%x.%d.0x%x".formatted(a, b, address & 0xffff));
        forms.put("encoded dots", dotted.replace(".", "%2e"));
        forms.put("encoded digits", encoded(dotted));
        forms.put("ideographic dots", dotted.replace('.', '\u3002'));
        forms.put("full-width dots", dotted.replace('.', '\uff0e'));
        forms.put("half-width dots", dotted.replace('.', '\uff61'));
        forms.put("encoded ideographic dots", dotted.replace(".", "%E3%80%82"));
        forms.put("full-width digits", digits(dotted, 0xff10));
        forms.put("mathematical digits", digits(dotted, 0x1d7ce));
        forms.put("double-struck digits", digits(dotted, 0x1d7d8));
        forms.put("Arabic digits", digits(dotted, 0x660));
        forms.put("Devanagari digits", digits(dotted, 0x966));
        forms.put("enclosed digits", enclosed(dotted));
        forms.put("superscript digits", superscript(dotted));
        forms.put("soft hyphen", dotted.replaceFirst("\\.", ".\u00ad"));
        forms.put("mapped", "[::ffff:" + dotted + "]");
        forms.put("mapped, hexadecimal", "[::ffff:" + high + ":" + low + "]");
        forms.put("mapped, long", "[0:0:0:0:0:FFFF:" + high + ":" + low + "]");
        forms.put("NAT64", "[64:ff9b::" + dotted + "]");
        forms.put("NAT64, hexadecimal", "[64:ff9b::" + high + ":" + low + "]");
        forms.put("ISATAP", "[2606:4700::5efe:" + dotted + "]");
        forms.put("nip.io", dotted + ".nip.io");
        forms.put("nip.io, dashes", "app-" + dotted.replace('.', '-') + ".nip.io");
        forms.put("nip.io, hexadecimal", "app.%08x.nip.io".formatted(address));
        forms.put("sslip.io", "www." + dotted.replace('.', '-') + ".sslip.io");
        return forms;
    }

    /** Those that must be refused whatever address they hold, or that some read as another. */
    static Map<String, String> refused(long address) {
        String dotted = of(address).get("dotted");
        String groups = "%x:%x".formatted(address >> 16, address & 0xffff);
        Map<String, String> forms = new LinkedHashMap<>();
        forms.put("octal", "0%o".formatted(address));
        forms.put("octal parts", octal(address, "0"));
        forms.put("octal parts with zeros", octal(address, "0000"));
        forms.put("compatible", "[::" + dotted + "]");
        forms.put("translated", "[::ffff:0:" + dotted + "]");
        forms.put("6to4", "[2002:" + groups + "::1]");
        forms.put("Teredo server", "[2001:0:" + groups + "::1]");
        forms.put("local NAT64", "[64:ff9b:1::" + dotted + "]");
        forms.put("mapped, zone", "[::ffff:" + dotted + "%25eth0]");
        forms.put("above 32 bits", Long.toString(address + (1L << 32)));
        forms.put("user information", "example.com@" + dotted);
        forms.put("backslash and user information", "example.com\\@" + dotted);
        return forms;
    }

    private static String octal(long address, String zeros) {
        return List.of(24, 16, 8, 0).stream()
                .map(shift -> zeros + Long.toOctalString(address >> shift & 0xff))
                .reduce((left, right) -> left + "." + right)
                .orElseThrow();
    }

    private static String encoded(String dotted) {
        return digits(dotted, '0').chars().mapToObj("%%%02x"::formatted).reduce("", String::concat);
    }

    private static String digits(String dotted, int zero) {
        return mapped(dotted, digit -> Character.toString(zero + digit));
    }

    private static String enclosed(String dotted) {
        return mapped(dotted, digit -> Character.toString(digit == 0 ? 0x24ea : 0x2460 + digit - 1));
    }

    private static String superscript(String dotted) {
        return mapped(dotted, digit -> "⁰¹²³⁴⁵⁶⁷⁸⁹".substring(digit, digit + 1));
    }

    private static String mapped(String dotted, java.util.function.IntFunction<String> digit) {
        StringBuilder out = new StringBuilder();
        dotted.chars().forEach(c -> out.append(c == '.' ? "." : digit.apply(c - '0')));
        return out.toString();
    }
}
