package io.agentkit.cache.semantic;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;

/**
 * Looks at the words that only one of two texts has. Whoever says the same again changes many words, or none that carries meaning; a single
 * word in the place of another one changes what is said, unless the two are known to mean the same.
 */
final class WordsGate {

    /** With no more words in common than this, any word in place of another one is too much. */
    private static final int FEW = 4;

    /** With no more than this, any word more is too much. */
    private static final int VERY_FEW = 2;

    private WordsGate() {}

    static boolean differ(Reading one, Reading other) {
        Set<String> mine = one.plainStems();
        Set<String> theirs = other.plainStems();
        Set<String> both = new HashSet<>(mine);
        both.retainAll(theirs);
        int common = both.size() + one.code.size() + one.numbers.size() + one.names.size();
        mine.removeAll(other.all);
        theirs.removeAll(one.all);
        removeSame(mine, new ArrayDeque<>(theirs), theirs);
        int fewer = Math.min(mine.size(), theirs.size());
        int more = Math.max(mine.size(), theirs.size());
        return (fewer == 1 && more == 1)
                || (fewer > 0 && common <= FEW)
                || (more > 0 && common <= VERY_FEW)
                || more > common;
    }

    /** Takes out what stands for one another. Long texts are compared only so far: what is left counts against them. */
    private static void removeSame(Set<String> mine, Deque<String> candidates, Set<String> theirs) {
        if (mine.size() > Lexicon.MOST || candidates.size() > Lexicon.MOST) {
            return;
        }
        for (Iterator<String> each = mine.iterator(); each.hasNext(); ) {
            String stem = each.next();
            for (String candidate : candidates) {
                if (theirs.contains(candidate) && Lexicon.areSame(stem, candidate)) {
                    each.remove();
                    theirs.remove(candidate);
                    break;
                }
            }
        }
    }

    /** One has a word of which the other has the contrary, made with a syllable before it: legal, illegal. */
    static boolean isDenied(Set<String> mine, Set<String> theirs) {
        for (String word : mine) {
            if (!theirs.contains(word) && Lexicon.hasContrary(word, theirs, mine)) {
                return true;
            }
        }
        return false;
    }
}
