package io.agentkit.detect;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the built-in rules are written: bounded expressions over folded text, in which {@code ~WORD~} stands for a list of words of the same
 * use, and {@code ~40~} for up to so many characters of the same sentence.
 */
final class RuleText {

    private static final int NEAR = 130;

    /** For matches of more than one sentence. */
    private static final int FAR = 320;

    /** The rules that are tried on letters that stand apart with nothing between the words. */
    private static final Set<String> JOINED =
            Set.of("override-previous", "override-everything", "reveal-prompt", "repeat-instructions");

    private static final Pattern MACRO = Pattern.compile("~([A-Z]+|\\d+)~");

    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry(
                    "IGNORE",
                    "(?:(?<!not )(?<!n't )(?<!not to )(?<!never )(?<!accidentally )(?<!why )(?<!if i )"
                            + "(?:ignor(?:e|es|ing)|disregard(?:ing)?|forget(?:ting)?|overlook|neglect|overrid(?:e|ing)|overrule|discard|dismiss"
                            + "|pay no attention to|unlearn|let go of|set aside|put aside|throw (?:away|out)|leave behind|move past)"
                            + "|(?:do not|don't|never|no longer|stop|cease|refuse to|need not)"
                            + " (?:to )?(?:follow|obey|listen|comply|adher|pay(?:ing)? attention|consider|respect)(?:e|ing)?(?: to| with| about)?)"),
            Map.entry(
                    "DROP",
                    "(?<!not )(?<!n't )(?<!not to )(?<!never )(?:bypass|skip|drop|eras(?:e|ing)|delete|cancel|abandon|turn off|disable|remove|reset|clear"
                            + "|wipe|violate|break|get rid of|circumvent|deactivate|suspend|lift)"),
            Map.entry(
                    "PRIOR",
                    "(?:previous(?:ly)?|prior|preceding|above|earlier|before|past|former|foregoing|initial|original|existing|old|last|first"
                            + "|previous and following|aforementioned|precedent)"),
            Map.entry(
                    "SCOPE",
                    "(?:(?:all|any|every|each|these|those|the|my|whatever)(?: (?:of|the|your|my|other|prior|previous|these|those|safety|ethical|moral|content|such"
                            + "|existing|given|earlier|above|default|system|and|or|rules|guidelines|instructions|restrictions|filters|openai|programmed|"
                            + "programming|security|built in|internal|core|developer|following)){0,5}"
                            + "|your(?: [a-z']+){0,3}|system|developer|built in|openai|internal)"),
            Map.entry(
                    "ORDERS",
                    "(?:instructions?|instruct|instrutions|directions?|directives?|orders?|commands?|prompts?|rules?|guidelines?|guidance|constraints?"
                            + "|restrictions?|polic(?:y|ies)|programming|safeguards?|guardrails?|protocols?|regulations?|limitations?|principles?)"),
            Map.entry(
                    "THINGS",
                    "(?:contexts?|conversations?|texts?|inputs?|information|tasks?|assignments?|requests?|questions?|sentences?|paragraphs?|content"
                            + "|discussions?|statements?|words|data|training|documents?|articles?)"),
            Map.entry(
                    "SHOW",
                    "(?:reveal|show|tell|give|print|repeat|output|display|write|share|expose|leak|disclose|dump|list|recite|provide|return|send"
                            + "|copy|paste|translate|summari[sz]e|spell|encode|echo|reproduce|replay|quote|state|describe|explain|rephrase|divulge|uncover"
                            + "|read|say|present|type|render|format|convert|transcribe|paraphrase|include|insert|begin|start|extract|get|fetch"
                            + "|see|know|view|what (?:is|are|was|were)|what's|what did)"),
            Map.entry(
                    "HIDDEN",
                    "(?:system|initial|original|hidden|developer|secret|internal|base|underlying|pre|starting|core|custom|first)"),
            Map.entry(
                    "AI",
                    "(?:ai|a\\.i\\.|llms?|language models?|chatbots?|assistants?|chatgpt|gpt(?: ?\\d)?|claude|gemini|copilot|bard|bing)"),
            Map.entry(
                    "LIMITS",
                    "(?:restrictions?|limits?|limitations?|filters?|filtering|filtration|rules?|guidelines?|ethics|ethical|morals?|morality|censorship|policies|policy"
                            + "|boundaries|confines|constraints?|moderation|safeguards?|guardrails?|norms|inhibitions|conscience|principles|scruples|disclaimers?)"),
            Map.entry(
                    "BAD",
                    "(?:illegal|unethical|immoral|harmful|inappropriate|dangerous|offensive|unlawful|explicit|unsafe|derogatory|controversial|violent|toxic|wrong)"),
            Map.entry(
                    "ANSWER",
                    "(?:answers?|respon(?:se|ses|d|ding)|repl(?:y|ies)|outputs?|summar(?:y|ies)|elucidations?|completions?|explanations?|messages?)"));

    /** What {@link Hidden} finds. */
    static final Rule HIDDEN = found("hidden-text", Category.HIDDEN_TEXT, Severity.HIGH);

    /** The words of a rule, over and over and without its sentence. */
    static final Rule FLOOD = found("flood", Category.INSTRUCTION_OVERRIDE, Severity.MEDIUM);

    private RuleText() {}

    /** A rule of another kind than expressions. */
    private static Rule found(String id, Category category, Severity severity) {
        return new Rule(
                id,
                category,
                severity,
                EnumSet.allOf(Origin.class),
                List.of(),
                Pattern.compile("(?!)"),
                null,
                0,
                false);
    }

    static Rule any(String id, Category category, Severity severity, String literals, String expression) {
        return rule(id, category, severity, EnumSet.of(Origin.USER, Origin.TOOL), literals, expression);
    }

    static Rule data(String id, Category category, Severity severity, String literals, String expression) {
        return rule(id, category, severity, EnumSet.of(Origin.TOOL), literals, expression);
    }

    static Rule everywhere(String id, Category category, Severity severity, String literals, String expression) {
        return rule(id, category, severity, EnumSet.allOf(Origin.class), literals, expression);
    }

    private static Rule rule(
            String id, Category category, Severity severity, Set<Origin> origins, String literals, String expression) {
        String whole = MACRO.matcher(expression).replaceAll(macro -> Matcher.quoteReplacement(expand(macro.group(1))));
        return new Rule(
                id,
                category,
                severity,
                Set.copyOf(origins),
                List.of(literals.split(";")),
                Pattern.compile(whole),
                JOINED.contains(id) ? Pattern.compile(joined(whole)) : null,
                category == Category.JAILBREAK || category == Category.OUTPUT_STEERING ? FAR : NEAR,
                false);
    }

    private static String expand(String macro) {
        return Character.isDigit(macro.charAt(0))
                ? "[^.!?]{0," + macro + "}?"
                : Objects.requireNonNull(WORDS.get(macro));
    }

    /** The same for words that nothing parts. */
    private static String joined(String expression) {
        return expression
                .replace("\\b", "")
                .replace("[a-z]+", "[a-z]{1,12}")
                .replace("[a-z']+", "[a-z']{1,12}")
                .replace("){0,5}", "){0,2}")
                .replace("){0,3}", "){0,1}")
                .replace(" ?", " ")
                .replace(" ", " ?");
    }
}
