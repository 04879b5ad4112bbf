package io.agentkit.cache.semantic;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is known of English words: which carry no meaning of their own, which mean the same, and which the contrary. Immutable. */
final class Lexicon {

    private static final Set<String> LIGHT = words("light.txt");

    /** Words that must stand in both texts or in none. */
    private static final Set<String> DECISIVE = words("decisive.txt");

    /** The lines on which a stem stands. */
    private static final Map<String, BitSet> SAME = groups("same.txt");

    /** For each stem the lines on which it stands, and on which side. */
    private static final Map<String, Map<Integer, Integer>> POLES = axes("opposites.txt");

    private static final String[] CONTRARY = {"un", "in", "im", "il", "ir", "non", "dis", "de", "mis"};

    private static final String[] ENDINGS = {
        "ion", "ation", "ition", "ment", "ly", "al", "anc", "enc", "ity", "ization", "ication"
    };

    /** More words than this are not looked for one by one in as many others. */
    static final int MOST = 64;

    /** Verbs with which a decisive word only makes another verb: find out. */
    private static final Map<String, String> PHRASES = pairs("phrases.txt");

    private Lexicon() {}

    /** Whether a question can be asked with or without it. */
    static boolean isLight(String word) {
        return LIGHT.contains(word);
    }

    static boolean isDecisive(String word) {
        return DECISIVE.contains(word);
    }

    static boolean isPhrase(String stem, String decisive) {
        return decisive.equals(PHRASES.get(stem));
    }

    /** Whether the one stem may stand for the other. */
    static boolean areSame(String one, String other) {
        BitSet lines = SAME.get(one);
        BitSet others = SAME.get(other);
        return (lines != null && others != null && lines.intersects(others))
                || isDerived(one, other)
                || isDerived(other, one);
    }

    /** Where a stem stands between contraries: the side by the number of the line. */
    static Map<Integer, Integer> poles(String stem) {
        return POLES.getOrDefault(stem, Map.of());
    }

    /** Whether the others have the word with a syllable before it that turns it into its contrary, as in illegal, and not the word's owner. */
    static boolean hasContrary(String word, Set<String> others, Set<String> own) {
        if (word.length() < 4) {
            return false;
        }
        for (String prefix : CONTRARY) {
            if (others.contains(prefix + word) && !own.contains(prefix + word)) {
                return true;
            }
        }
        String less = word.endsWith("ful") ? word.substring(0, word.length() - 3) + "less" : "";
        return others.contains(less) && !own.contains(less);
    }

    /** Whether the one is the other with an ending that makes a noun or an adverb of it. */
    private static boolean isDerived(String longer, String shorter) {
        int most = shorter.length();
        if (most < 4 || longer.length() <= most || !longer.regionMatches(0, shorter, 0, most - 1)) {
            return false;
        }
        for (String ending : ENDINGS) {
            if (longer.equals(shorter + ending) || longer.equals(shorter.substring(0, most - 1) + ending)) {
                return true;
            }
        }
        return false;
    }

    static Set<String> words(String file) {
        Set<String> words = new HashSet<>();
        lines(file).forEach(line -> words.addAll(List.of(line.split(" "))));
        return Set.copyOf(words);
    }

    /** The first word of a line for each of the others. */
    static Map<String, String> pairs(String file) {
        Map<String, String> pairs = new HashMap<>();
        for (String line : lines(file)) {
            String[] words = line.split(" ");
            for (int i = 1; i < words.length; i++) {
                pairs.put(words[i], words[0]);
            }
        }
        return Map.copyOf(pairs);
    }

    private static Map<String, BitSet> groups(String file) {
        Map<String, BitSet> groups = new HashMap<>();
        List<String> lines = lines(file);
        for (int i = 0; i < lines.size(); i++) {
            for (String word : lines.get(i).split(" ")) {
                groups.computeIfAbsent(Stem.of(word), absent -> new BitSet()).set(i);
            }
        }
        return groups;
    }

    private static Map<String, Map<Integer, Integer>> axes(String file) {
        Map<String, Map<Integer, Integer>> poles = new HashMap<>();
        List<String> lines = lines(file);
        for (int i = 0; i < lines.size(); i++) {
            String[] sides = lines.get(i).split("\\|");
            for (int side = 0; side < sides.length; side++) {
                for (String word : sides[side].strip().split(" ")) {
                    poles.computeIfAbsent(Stem.of(word), absent -> new HashMap<>())
                            .put(i, side);
                }
            }
        }
        return poles;
    }

    static List<String> lines(String file) {
        try (InputStream in = Lexicon.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("There is no '%s' beside %s".formatted(file, Lexicon.class.getName()));
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && line.charAt(0) != '#')
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
