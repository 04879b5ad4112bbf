package io.agentkit.detect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One reading of one text. Makes nothing as long as nothing is found. */
final class Scan {

    /** Layers of encoding that are undone. */
    private static final int LAYERS = 3;

    /** The farthest a match reaches to each side of its literal. */
    private static final int REACH = 400;

    /** What expressions look back at. */
    private static final int CONTEXT = 16;

    private static final int SIDE_BY_SIDE = 4_096;

    private static final int JOINED_STEP = 8 * REACH;

    /** Fewer letters that stand apart hold no attack. */
    private static final int FEWEST = 8;

    /** What the rules for letters that stand apart are about. */
    private static final List<String> TELLING =
            List.of("ignor", "disregard", "forget", "instruct", "prompt", "rules", "guideline");

    private static final int FLOOD = 512;

    private static final int FLOOD_GAP = 24;

    /** Stretches of letters that stand apart that are tried in vain. */
    private static final int MOST_JOINED = 8;

    private static final int OWN_STEP = 8_192;

    private final RuleSet rules;
    private final Automaton automaton;
    private final String text;
    private final int layers;
    private final List<Finding> findings = new ArrayList<>(2);

    /** By rule, how far it has been looked for; past the end once it was found. */
    private final int[] done;

    /** By rule, how often it was tried in vain. */
    private final int[] misses;

    /** By rule, where it was when that was last looked at. */
    private final int[] floodStart;

    private @Nullable Window last;
    private int lastAt;
    private int disguisesDone;
    private int joinedInVain;

    private Scan(RuleSet rules, String text, int layers) {
        this.rules = rules;
        this.automaton = rules.automaton();
        this.text = text;
        this.layers = layers;
        this.done = new int[rules.all().size()];
        this.misses = new int[done.length];
        this.floodStart = new int[done.length];
    }

    static List<Finding> of(RuleSet rules, String text) {
        List<Finding> found = of(rules, text, LAYERS);
        if (found.size() < 2) {
            return found;
        }
        boolean sure = found.stream().anyMatch(each -> each.severity() != Severity.LOW);
        List<Finding> sorted = new ArrayList<>(found);
        // Hints say nothing beside what is sure.
        sorted.removeIf(each -> sure && each.severity() == Severity.LOW);
        sorted.sort(Comparator.comparingInt(Finding::offset));
        return List.copyOf(sorted);
    }

    private static List<Finding> of(RuleSet rules, String text, int layers) {
        Automaton automaton = rules.automaton();
        long position = automaton.run(text, 0, automaton.begin());
        int encoded = layers > 0 ? Encoded.next(text, 0) : -1;
        int spaced = layers > 0 ? Spaced.next(text, 0) : -1;
        boolean clean = (int) (position >>> 32) == text.length()
                && encoded < 0
                && spaced < 0
                && rules.unmarked().isEmpty()
                && !automaton.isHit(automaton.step((int) position, ' '));
        if (clean) {
            return List.of();
        }
        Scan scan = new Scan(rules, text, layers);
        scan.read(position);
        scan.decode(encoded);
        scan.join(spaced);
        scan.readOwn();
        return List.copyOf(scan.findings);
    }

    private void read(long first) {
        Hidden hidden = new Hidden();
        long position = first;
        int lastRare = -2;
        int end = text.length();
        while ((int) (position >>> 32) < end) {
            int at = (int) (position >>> 32);
            int state = (int) position;
            if (automaton.isRare(state)) {
                long read = Reading.at(text, at);
                int codePoint = Reading.codePoint(read);
                if (hidden.read(codePoint, lastRare == at)) {
                    add(RuleText.HIDDEN.at(at));
                }
                state = take(Reading.character(read), codePoint, automaton.before(state), at);
                at += Reading.length(read);
                lastRare = at;
            } else {
                hit(state, at);
                at++;
            }
            position = automaton.run(text, at, state);
        }
        int last = automaton.step((int) position, ' ');
        if (automaton.isHit(last) && !automaton.isRare(last)) {
            hit(last, end - 1);
        }
    }

    private int take(char folded, int codePoint, int state, int at) {
        if (folded != Folding.SEVERAL) {
            return step(state, folded, at);
        }
        int current = state;
        for (char each : Folding.expand(codePoint).toCharArray()) {
            current = step(current, each, at);
        }
        return current;
    }

    private int step(int state, char folded, int at) {
        int next = automaton.step(state, folded);
        if (automaton.isHit(next)) {
            hit(next, at);
        }
        return next;
    }

    private void hit(int state, int at) {
        for (int literal : automaton.found(state)) {
            Disguise disguise = rules.disguise(literal);
            if (disguise != null) {
                undo(disguise, at);
            }
            for (int index : rules.byLiteral(literal)) {
                if (at >= done[index]) {
                    look(index, at);
                }
            }
        }
    }

    private void look(int index, int at) {
        Rule rule = rules.rule(index);
        int behind = at + 1;
        int place;
        if (rule.own()) {
            Window window = Window.around(text, at, rule.reach(), OWN_STEP);
            place = own(rule, window, window.place(0), window.end());
            // Looked for in long stretches, so that little is read twice.
            behind = window.place(Math.max(0, window.length() - rule.reach()));
        } else {
            place = find(rule, window(rule.reach(), done[index], at), done[index], at);
        }
        if (place >= 0) {
            add(rule.at(place));
        }
        done[index] = place >= 0 ? Integer.MAX_VALUE : Math.max(at + 1, behind);
        if (place < 0 && ++misses[index] % FLOOD == 0) {
            flooded(index, at);
        }
    }

    /** Nothing ordinary says the words of one rule over and over: who does wants them to be read in vain, or for long. */
    private void flooded(int index, int at) {
        if (at - floodStart[index] < FLOOD * FLOOD_GAP) {
            add(RuleText.FLOOD.at(at));
            done[index] = Integer.MAX_VALUE;
        }
        floodStart[index] = at;
    }

    /** Wide enough for every match that begins up to the place and has a literal there or behind; wider where literals stand side by side. */
    private Window window(int reach, int from, int at) {
        boolean dense = last != null && at - lastAt <= SIDE_BY_SIDE;
        int begin = Math.max(0, from - CONTEXT);
        if (last == null || !dense || !last.covers(text.length(), begin, at, reach + CONTEXT, 2 * reach)) {
            last = Window.around(text, at, reach + CONTEXT, 2 * reach + (dense ? SIDE_BY_SIDE : 0));
        }
        lastAt = at;
        return last;
    }

    /** Each place is tried once, however many literals stand behind it. */
    private static int find(Rule rule, Window window, int from, int to) {
        int end = window.index(to);
        int first = Math.max(window.index(from), end - rule.reach());
        int match = rule.in(window.toString(), first, end);
        if (match < 0 && window.hasDigits()) {
            match = rule.in(window.lettersForDigits("013457@$", "oieastas"), first, end);
            match = match >= 0 ? match : rule.in(window.lettersForDigits("013457@$", "oleastas"), first, end);
        }
        return match < 0 ? -1 : window.place(match);
    }

    private int own(Rule rule, Window window, int from, int to) {
        int folded = rule.in(window);
        int raw = folded >= 0 ? -1 : rule.in(text.substring(from, to));
        return folded >= 0 ? window.place(folded) : raw >= 0 ? from + raw : -1;
    }

    private void undo(Disguise disguise, int at) {
        if (layers > 0 && at >= disguisesDone) {
            Window window = Window.around(text, at, REACH, 2 * REACH);
            for (Finding each : of(rules, disguise.undo(window), 0)) {
                add(each.inside(disguise.text(), window.place(0)));
            }
            disguisesDone = Math.max(at + 1, window.place(Math.max(0, window.length() - REACH)));
        }
    }

    private void decode(int first) {
        int start = first;
        while (start >= 0) {
            int end = Encoded.end(text, start);
            Encoded.Stretch stretch = Encoded.read(text, start, end);
            if (stretch != null) {
                inside(stretch.text(), stretch.encoding(), start);
            }
            start = Encoded.next(text, end);
        }
    }

    private void join(int first) {
        int start = first;
        while (start >= 0) {
            int end = Spaced.end(text, start);
            String joined = Spaced.joined(text, start, end);
            if (Spaced.isHex(text, start)) {
                Encoded.Stretch stretch = Encoded.read(joined, 0, joined.length());
                if (stretch != null) {
                    inside(stretch.text(), stretch.encoding(), start);
                }
            } else {
                if (joined.chars().filter(Character::isLetter).count() >= FEWEST) {
                    inside(joined, "spaced", start);
                    joined(joined.replace(" ", ""), start);
                }
            }
            start = Spaced.next(text, end);
        }
    }

    private void inside(String decoded, String encoding, int place) {
        for (Finding each : of(rules, decoded, layers - 1)) {
            add(each.inside(encoding, place));
        }
    }

    /** Letters that stood apart with nothing between the words. */
    private void joined(String letters, int place) {
        for (int from = 0; from < letters.length(); from += JOINED_STEP) {
            Window window = Window.around(letters, from, REACH, JOINED_STEP);
            String folded = window.toString();
            if (TELLING.stream().noneMatch(folded::contains)) {
                continue;
            }
            if (joinedInVain++ >= MOST_JOINED) {
                add(RuleText.FLOOD.at(place));
                return;
            }
            for (Rule rule : rules.all()) {
                if (rule.isInJoined(folded)) {
                    add(rule.at(place).inside("spaced", place));
                }
            }
        }
    }

    /** What has no literal is looked for everywhere. */
    private void readOwn() {
        for (Rule rule : rules.unmarked()) {
            int place = -1;
            for (int from = 0; from < text.length() && place < 0; from += OWN_STEP) {
                Window window = Window.around(text, from, rule.reach(), OWN_STEP + rule.reach());
                place = own(rule, window, window.place(0), window.end());
            }
            if (place >= 0) {
                add(rule.at(place));
            }
        }
    }

    private void add(Finding finding) {
        for (Finding known : findings) {
            if (known.rule().equals(finding.rule())) {
                return;
            }
        }
        findings.add(finding);
    }
}
