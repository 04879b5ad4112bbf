package io.agentkit.cache.semantic;

import java.util.HashMap;
import java.util.Map;

/** The form that a word's inflections share. Not a dictionary form; the same for words that belong together, mostly. */
final class Stem {

    private static final Map<String, String> IRREGULAR = irregular("""
            child children|man men|woman women|person people|foot feet|tooth teeth|mouse mice|goose geese|buy bought|sell sold|pay paid
            win won|lose lost|write wrote written|build built|make made|run ran|go went gone|send sent|find found|teach taught|think thought
            speak spoke spoken|rise rose risen|fall fell fallen|begin began begun|tell told|keep kept|leave left|meet met|lead led|feed fed
            feel felt|hold held|draw drew drawn|drive drove driven|fly flew flown|know knew known|grow grew grown|throw threw thrown
            choose chose chosen|freeze froze frozen|break broke broken|steal stole stolen|wear wore worn|hide hid hidden|give gave given
            take took taken|eat ate eaten|drink drank drunk|swim swam swum|sing sang sung|catch caught|bring brought|fight fought
            sleep slept|spend spent|lend lent|understand understood|stand stood|see saw seen|come came|become became|ride rode ridden
            good better best|bad worse worst|analysis analyses|index indices indexes|matrix matrices|life lives|half halves|colour color
            flavour flavor|centre center|theatre theater|licence license|die dying died|lie lying lied|tie tying tied
            """);

    private Stem() {}

    /** @param word in small letters */
    static String of(String word) {
        String known = IRREGULAR.get(word);
        if (known != null) {
            return known;
        }
        String stem = word;
        if (stem.endsWith("ies") && stem.length() > 4) {
            stem = stem.substring(0, stem.length() - 3) + "y";
        } else if (stem.endsWith("s") && stem.length() > 3 && !endsWithAny(stem, "ss", "us", "is")) {
            stem = cut(stem, endsWithAny(stem, "sses", "shes", "ches", "xes", "zes") ? 2 : 1);
        }
        known = IRREGULAR.get(stem);
        if (known != null) {
            return known;
        }
        if (stem.endsWith("ied") && stem.length() > 4) {
            stem = cut(stem, 3) + "y";
        } else if (stem.endsWith("ing") && hasVowel(cut(stem, 3))) {
            stem = single(cut(stem, 3));
        } else if (stem.endsWith("ed") && hasVowel(cut(stem, 2))) {
            stem = single(cut(stem, 2));
        }
        if (stem.endsWith("e") && stem.length() > 3) {
            stem = cut(stem, 1);
        }
        return stem.endsWith("is") && stem.length() > 5 ? cut(stem, 1) + "z" : stem;
    }

    private static boolean endsWithAny(String word, String... endings) {
        for (String ending : endings) {
            if (word.endsWith(ending)) {
                return true;
            }
        }
        return false;
    }

    private static String cut(String word, int letters) {
        return word.substring(0, Math.max(0, word.length() - letters));
    }

    /** What is left of a verb has to be a word itself: not so of "thing" or "red". */
    private static boolean hasVowel(String rest) {
        return rest.length() > 2 && rest.chars().anyMatch(c -> "aeiouy".indexOf(c) >= 0);
    }

    private static String single(String stem) {
        int last = stem.length() - 1;
        boolean twice = last > 2 && stem.charAt(last) == stem.charAt(last - 1) && "lsz".indexOf(stem.charAt(last)) < 0;
        return twice ? stem.substring(0, last) : stem;
    }

    private static Map<String, String> irregular(String text) {
        Map<String, String> forms = new HashMap<>();
        for (String line : text.strip().split("[|\n]")) {
            String[] words = line.strip().split(" ");
            String stem = words[0].endsWith("e") && words[0].length() > 3 ? cut(words[0], 1) : words[0];
            for (String word : words) {
                forms.put(word, stem);
            }
        }
        return Map.copyOf(forms);
    }
}
