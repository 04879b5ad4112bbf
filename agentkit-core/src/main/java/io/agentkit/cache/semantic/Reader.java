package io.agentkit.cache.semantic;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a text once, from left to right. */
final class Reader {

    private static final Set<String> NOT = Lexicon.words("not.txt");
    private static final Map<String, String> ROLES = Lexicon.pairs("roles.txt");

    /** Which of several days or weeks is meant. */
    private static final Map<String, String> WHICH = Map.of(
            "this", "this", "next", "next", "coming", "next", "last", "last", "past", "last", "previous", "last");

    private static final Set<String> BE = Set.of("is", "are", "was", "were", "be", "been", "being", "am");
    private static final Set<String> JOINING = Set.of("and", "or", "but");

    private final List<Token> tokens;
    private final Reading reading;
    private int at;
    private int part;
    private @Nullable String role;
    private boolean be;

    Reader(List<Token> tokens, Reading reading) {
        this.tokens = tokens;
        this.reading = reading;
    }

    void read() {
        for (at = 0; at < tokens.size(); at++) {
            Token token = tokens.get(at);
            if (!readAmount(token) && !readDate(token) && !readCode(token)) {
                readWord(token);
            }
            if (tokens.get(at).closes()) {
                part++;
                role = null;
            }
        }
    }

    private String next(int offset) {
        int index = at + offset;
        return index >= 0 && index < tokens.size() ? tokens.get(index).lower() : "";
    }

    private boolean readAmount(Token token) {
        Amount amount = Amount.at(tokens, at);
        if (amount == null) {
            return false;
        }
        at += amount.length() - 1;
        reading.dates.addAll(amount.dates());
        reading.numbers.addAll(amount.keys());
        if (!amount.keys().isEmpty()) {
            add(String.join(" ", amount.keys()), token.lower(), Word.Kind.AMOUNT);
        }
        return true;
    }

    private boolean readDate(Token token) {
        boolean besideNumber = Numerals.isOrdinal(next(-1)) || Numerals.isOrdinal(next(1));
        String found = CalendarWords.find(token.possessor(), besideNumber);
        if (found != null) {
            reading.dates.add(found);
        }
        return found != null;
    }

    private boolean readCode(Token token) {
        String code = CodeWords.of(token.text());
        if (code != null && !code.isEmpty()) {
            reading.code.add(code);
            reading.all.add(token.lower());
            add(code, token.lower(), Word.Kind.CODE);
        }
        return code != null;
    }

    private void readWord(Token token) {
        String lower = token.possessor().lower();
        if (lower.endsWith("n't")) {
            reading.negations += isTag() ? 0 : 1;
            lower = lower.substring(0, lower.length() - 3);
        } else if (isDenial(token, lower)) {
            reading.negations++;
            return;
        }
        if (lower.isEmpty()) {
            return;
        }
        reading.all.add(lower);
        readDecisive(lower);
        if (WHICH.containsKey(lower) && isTime(next(1))) {
            reading.dates.add(WHICH.get(lower));
        }
        be |= BE.contains(lower);
        role = ROLES.getOrDefault(lower, role);
        part += JOINING.contains(lower) ? 1 : 0;
        Units.Unit unit = Units.find(lower);
        if (unit == null) {
            readMeaning(token, lower);
        } else {
            reading.units.add(unit.key());
            add(unit.key(), lower, Word.Kind.AMOUNT);
        }
    }

    private void readMeaning(Token token, String lower) {
        String stem = Stem.of(lower);
        reading.all.add(stem);
        Lexicon.poles(stem)
                .forEach((axis, side) -> reading.poles
                        .computeIfAbsent(axis, absent -> new HashSet<>())
                        .add(side));
        if (token.isName() && (token.text().length() == 1 || !Lexicon.isLight(lower))) {
            reading.names.add(lower);
            add(stem, lower, Word.Kind.NAME);
        } else if (!Lexicon.isLight(lower) && !Lexicon.isDecisive(lower) && !isEach(lower)) {
            add(stem, lower, Word.Kind.PLAIN);
        }
    }

    private void readDecisive(String lower) {
        if (Lexicon.isDecisive(lower + "-" + next(1))) {
            reading.decisive.add(lower + "-" + next(1));
        } else if (Lexicon.isDecisive(lower)
                && !Lexicon.isDecisive(next(-1) + "-" + lower)
                && !Lexicon.isPhrase(Stem.of(next(-1)), lower)) {
            reading.decisive.add(lower);
        }
    }

    /** "No, …", "or not" and "not only" say nothing that the rest does not. */
    private boolean isDenial(Token token, String lower) {
        if (lower.startsWith("fail") && next(1).equals("to")) {
            return true;
        }
        boolean answer = lower.equals("no") && token.closes();
        boolean filler = lower.equals("not") && (next(-1).equals("or") || next(1).equals("only"));
        return NOT.contains(lower) && !answer && !filler;
    }

    /** ", isn't it?" */
    private boolean isTag() {
        return at > 0 && at >= tokens.size() - 2 && tokens.get(at - 1).closes();
    }

    /** "Every day" is "daily". */
    private boolean isEach(String lower) {
        return (lower.equals("every") || lower.equals("each")) && isTime(next(1));
    }

    private static boolean isTime(String lower) {
        Token word = new Token(lower, lower, true, false).possessor();
        Units.Unit unit = Units.find(word.lower());
        return (unit != null && unit.isTime()) || CalendarWords.find(word, false) != null;
    }

    private void add(String stem, String form, Word.Kind kind) {
        boolean agent = "by".equals(role) && !form.endsWith("ing");
        reading.passive |= be && (agent || "via".equals(role));
        reading.words.add(new Word(stem, form, role, part, kind));
        role = null;
    }
}
