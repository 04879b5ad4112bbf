package io.agentkit.price;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The many ways in which one model is named, brought to one. */
final class ModelNames {

    /** Longer names are nobody's; they are cut so that no pattern meets a text without an end. */
    static final int LONGEST = 200;

    /** Who serves it. Resellers with prices of their own are not among them. */
    private static final Pattern SERVED_BY = Pattern.compile(
            "^(?:(?:openai|azure|azure_ai|anthropic|google|gemini|vertex_ai|google-vertex|mistral|mistralai|deepseek|bedrock|openrouter"
                    + "|xai|x-ai|cohere|models|publishers)/)+(?:models/)?");

    private static final Pattern REGION =
            Pattern.compile("^(?:us-gov|us|eu|apac|global|jp|au|ca|sa)\\.(?=[a-z0-9]+\\.)");

    private static final Pattern BEDROCK =
            Pattern.compile("^(?:anthropic|mistral|deepseek|openai|google|cohere|meta|amazon|ai21)\\.(?=[a-z])");

    private static final Pattern VERSION = Pattern.compile("(?:-v\\d+)?:\\d+$");

    private static final Pattern DATE =
            Pattern.compile("(?:[-@](?:20\\d{2}-\\d{2}-\\d{2}|20\\d{6})(?:-v\\d+)?|[-@:]latest|@default)$");

    /** {@code ft:gpt-4o-mini-2024-07-18:organisation::id}: what was tuned decides, who tuned it does not. */
    private static final Pattern TUNED = Pattern.compile("^(ft:[^:]+):.*$");

    private ModelNames() {}

    /** Whether the name belongs to a region of Bedrock, which may have prices of its own. */
    static boolean isRegional(String name) {
        return REGION.matcher(SERVED_BY.matcher(lower(name)).replaceFirst("")).find();
    }

    /** Whether the name is one of Bedrock's. */
    static boolean isBedrocks(String name) {
        String plain = lower(name);
        return REGION.matcher(plain).find() || BEDROCK.matcher(plain).find();
    }

    /** Lower case, without provider and with dashes for dots; a date in it stays. */
    static String dated(String name) {
        String plain = lower(name);
        String before;
        do {
            before = plain;
            plain = stripped(plain);
        } while (!plain.equals(before));
        return plain;
    }

    private static String stripped(String name) {
        String plain = SERVED_BY.matcher(name).replaceFirst("");
        plain = TUNED.matcher(plain).replaceFirst("$1");
        plain = BEDROCK.matcher(REGION.matcher(plain).replaceFirst("")).replaceFirst("");
        return dashed(VERSION.matcher(plain).replaceFirst("")).strip();
    }

    /** The same without a date; the argument itself when it has none. */
    static String undated(String dated) {
        String plain = dated;
        String before;
        do {
            before = plain;
            plain = DATE.matcher(plain).replaceFirst("");
        } while (!plain.equals(before));
        return plain;
    }

    /**
     * What an entry for the model may be called, the most telling first: a region, a version or a date may have prices of its own.
     */
    static List<String> forms(String name) {
        Set<String> forms = new LinkedHashSet<>();
        String full = lower(name);
        forms.add(dashed(full));
        String plain = SERVED_BY.matcher(full).replaceFirst("");
        add(forms, plain);
        String tuned = TUNED.matcher(plain).replaceFirst("$1");
        add(forms, tuned);
        String somewhere = REGION.matcher(tuned).replaceFirst("");
        add(forms, somewhere);
        add(forms, BEDROCK.matcher(somewhere).replaceFirst(""));
        forms.remove("");
        return List.copyOf(forms);
    }

    /** The name without what stands around it, dots kept and then dashed, the most telling first. */
    static List<String> plainer(String name) {
        Set<String> forms = new LinkedHashSet<>();
        String served = SERVED_BY.matcher(lower(name)).replaceFirst("");
        String tuned = TUNED.matcher(served).replaceFirst("$1");
        String somewhere = REGION.matcher(tuned).replaceFirst("");
        for (String plain :
                List.of(served, tuned, somewhere, BEDROCK.matcher(somewhere).replaceFirst(""))) {
            String versionless = VERSION.matcher(plain).replaceFirst("");
            forms.add(plain);
            forms.add(versionless);
            forms.add(undated(versionless));
        }
        forms.addAll(forms.stream().map(ModelNames::dashed).toList());
        forms.remove("");
        return List.copyOf(forms);
    }

    /** The name itself, then without version, then without date. */
    private static void add(Set<String> forms, String name) {
        String versionless = VERSION.matcher(name).replaceFirst("");
        forms.add(dashed(name));
        forms.add(dashed(versionless));
        forms.add(undated(dashed(versionless)));
    }

    static String lower(String name) {
        String plain = name.strip().toLowerCase(Locale.ROOT);
        return plain.length() <= LONGEST ? plain : plain.substring(0, LONGEST);
    }

    static String dashed(String name) {
        return name.replace('.', '-');
    }
}
