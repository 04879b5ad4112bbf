package io.agentkit.detect;

import static io.agentkit.detect.Category.PROMPT_EXTRACTION;
import static io.agentkit.detect.Severity.HIGH;
import static io.agentkit.detect.Severity.MEDIUM;

import java.util.List;

/** Texts that want to see the prompt, or a secret in it. */
final class ExtractionRules {

    private ExtractionRules() {}

    static List<Rule> all() {
        return List.of(
                RuleText.any(
                        "reveal-prompt",
                        PROMPT_EXTRACTION,
                        HIGH,
                        "prompt text;initial instruction;system prompt;initial prompt;original prompt;hidden prompt;secret prompt;developer prompt;base prompt;pre prompt;your prompt;system message;system instruc;initial instr;original instr"
                                + ";hidden instr;secret instr;developer message;internal instr;underlying instr;previous prompt;above prompt;first prompt;full prompt;entire prompt;exact prompt;starting prompt;custom instr;core instr;secret rule;hidden rule;internal rule;internal guideline;prompt above;preprompt;metaprompt;meta prompt",
                        "\\b(?:~SHOW~ (?:me |us |back )?~HIDDEN~ ?(?:prompts?|instructions?|directives?)\\b|(?:show|print|output|display|give|reveal|return|tell)(?: me| us)?(?: all| the| your){0,2} prompt texts?)|\\b~SHOW~\\b[^.!?]{0,50}?\\b(?:your|the|this|all|exact|full|entire|whole|complete|actual|current|my)\\b[^.!?]{0,25}?\\b(?:~HIDDEN~ ?(?:prompts?|instructions?|messages?|directives?|rules|guidelines)|(?:your|above|previous|full|entire|exact) prompts?|prompt (?:above|verbatim)|pre ?prompt|meta ?prompt)\\b"),
                RuleText.any(
                        "repeat-instructions",
                        PROMPT_EXTRACTION,
                        HIGH,
                        "your instruc;your prompt;your rules;your directi;your guidelines;your initial;your system;your programming;your config;previous instr;above instr;prior instr;preceding instr;instructions above;instructions given;instructions you;all instructions;instructions verbatim;instructions so far;the instructions;your full;your entire;your exact;your original;your secret;your hidden;instructions before;your internal;your current instr;orders given;my instructions;instructions i gave;your previous;your first",
                        "\\b(?:repeat|reveal|print|show|output|leak|divulge|disclose|recite|display|dump|echo|reproduce|tell me|give me|list|copy|return|write out|write down|write|spell out|translate|encode|summari[sz]e|expose|state|share|rephrase|paraphrase|what (?:are|is|were|was))\\b[^.!?]{0,40}?"
                                + "\\b(?:your (?:own |full |entire |exact |whole |complete |current |secret |hidden |internal |original |initial |previous |first |given |last |system |core )*(?:instructions?|prompts?|rules|directives?|guidelines|programming|configuration|initiali[sz]ation|orders|restrictions)"
                                + "|(?:previous|above|prior|preceding|earlier|initial|original|hidden|secret) (?:given )?(?:instructions?|prompts?|directives?|orders)|(?:all|the)(?: of the| the)? (?:instructions?|prompts?|directives|orders) (?:above|given|you|verbatim|so far|before|that you|formatted|prior|from above|i gave|in your))\\b(?! (?:for|on how|about|manual))"),
                RuleText.any(
                        "instructions-so-far",
                        PROMPT_EXTRACTION,
                        HIGH,
                        "instructions so far;are my instructions;my instructions are;were my instructions;my prompt is;my system prompt;my initial prompt;instructions were;are the instructions;my initial instr;my original instr",
                        "\\b(?:(?:here|these|what) (?:are|were) my (?:initial |original |system |full )?instructions|my (?:initial |original |system )?(?:instructions|prompt) (?:are|is|were|was) ?[:\"]|the instructions so far|my (?:system|initial) prompt(?: is| was)? ?[:\"])"),
                RuleText.any(
                        "repeat-above",
                        PROMPT_EXTRACTION,
                        MEDIUM,
                        "text above;words above;word above;everything above;content above;conversation above;sentence above;sentences above;line above;lines above;paragraph above;message above;messages above;verbatim;word for word;before this;prior to this;above text;above content;above conversation;above paragraph;above sentence;above message;everything written;all above;all the above;everything preceding;preceding text;preceding content;conversation so far;text so far;everything so far;messages so far;repeat the above;print the above;output the above;starting with;document above;prompt above;contents above;prompt so far",
                        "\\b(?:repeat|print|output|recite|return|echo|reproduce|display|reveal|translate|copy)\\b[^.!?]{0,30}?\\b(?:everything|all|(?:the )?(?:full |whole |entire )?(?:text|words|content|conversation|sentences?|lines?|messages?|document|paragraphs?|prompt))\\b(?! of)[^.!?]{0,30}?\\b(?:above|verbatim|before this|prior to this|preceding|so far|word for word|written before|starting with)\\b"),
                RuleText.any(
                        "kept-secret",
                        PROMPT_EXTRACTION,
                        MEDIUM,
                        "secret word;secret pass;secret key;secret code;secret phrase;secret info;secret message;the secret;your secret;a secret;that secret;hidden word;hidden pass;hidden key;hidden code;hidden message;hidden info;hidden phrase;protected pass;protected info;confidential info;password;passphrase;not to reveal;never to reveal;keyword;code word;codeword;key phrase;not supposed",
                        "\\b(?:secret|password|passphrase|pass phrase|keyword|key phrase|code ?word|word)\\b[^.!?]{0,50}?\\b(?:you (?:were|are|have been|know|keep|guard|protect|hide|must not|can(?:not|'t)|should(?:n't| not)|won't|are not)\\b|your developers?|given to you|told to you|told not to|you're (?:hiding|keeping|protecting|guarding|not))"
                                + "|\\b(?:reveal|tell me|give me|what is|what's|say|spell|print|output|leak|share|disclose|show me|write|hint)\\b[^.!?]{0,40}?\\b(?:the|your|gandalf's|that) (?:secret|hidden|protected|confidential)(?: (?:password|word|key|code|phrase|passphrase|information|message)\\b|(?= ?(?:[?.!\"]|$)))"),
                RuleText.any(
                        "secret-password",
                        PROMPT_EXTRACTION,
                        MEDIUM,
                        "password;passphrase",
                        "\\b(?:reveal|tell me|give me|say|spell|print|output|leak|disclose|encode|reverse|translate|hint(?:s)? (?:about|at|for))\\b[^.!?]{0,30}?\\b(?:the|your|gandalf's|secret) (?:secret )?(?:password|passphrase)\\b(?! (?:for|to|policy|manager|reset|of|requirements?))"));
    }
}
