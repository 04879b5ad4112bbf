package io.agentkit.detect;

import static io.agentkit.detect.Category.JAILBREAK;
import static io.agentkit.detect.Severity.HIGH;
import static io.agentkit.detect.Severity.MEDIUM;

import java.util.List;

/** Texts that talk a model out of its limits. */
final class JailbreakRules {

    private JailbreakRules() {}

    static List<Rule> all() {
        return List.of(
                RuleText.any(
                        "do-anything-now",
                        JAILBREAK,
                        HIGH,
                        "anything now;dan mode;as dan;named dan;called dan;agent dan;a dan;dan can;be dan;is dan;like dan;[dan];dan:;known as dan;i'm dan;am dan;with dan;are dan;dan would;dan jailbreak",
                        "\\bdo anything now\\b|\\bdan mode\\b|\\b(?:act|respond|answer|behave|reply|speak) (?:just )?(?:as|like) (?:a |the )?dan\\b|\\b(?:named|called|known as|agent|you are|you're|be|i'm|i am|with) (?:a |the )?dan\\b(?=[^a-z]{0,3}(?:$|[.,;:!\")]|who|which|can|mode|from|has|is|is not|will|an? ai|and|now))[^.]{0,80}?(?:\\b(?:ai|anything|mode|rules?|restrict|from now on|language model|now)\\b|$)"
                                + "|\\bdan (?:can|is able to|will|does) (?:do anything|tell|not|override|answer|generate|bypass|pretend)\\b|\\[dan\\]|\\bdan: "),
                RuleText.any(
                        "jailbreak-mode",
                        JAILBREAK,
                        HIGH,
                        "developer mode;jailbreak;jailbroken;god mode;unrestricted mode;unfiltered mode;debug mode;sudo mode;evil mode;chaos mode;opposite mode;admin mode;maintenance mode;root mode;mode enabled;mode activated;mode: enabled;mode on;uncensored mode;no limits mode;unlocked mode;free mode;mode output;anarchy",
                        "\\b(?:with|in|enter|into|activate|enable|enabled|switch(?:ed)? to|turn(?:ed)? on|simulate|have|as) (?:your |the |an? |chatgpt |full )*(?:developer|jailbreak|jailbroken|god|unrestricted|unfiltered|uncensored|debug|sudo|evil|chaos|opposite|admin|root|unlocked|no limits?|[a-z]{2,12}) mode (?:is |now )?(?:enabled|activated|on\\b|engaged|output)[^.!?]{0,80}?(?:\\b(?:you|act|respond|answer|chatgpt|as|gpt|output)\\b|$)"
                                + "|\\b(?:act|respond|answer|behave|pretend|going to act)\\b[^.!?]{0,40}?\\bwith [a-z]{2,14} mode enabled\\b|\\b(?:developer|jailbreak|god|unrestricted|unfiltered|uncensored|evil|anarchy) mode\\b[^.!?]{0,60}?\\b(?:ignore|restrict|polic(?:y|ies)|chatgpt|no rules|filters?|uncensored|openai|respond|no limits|you (?:can|will|must|are))\\b"
                                + "|\\b(?:you are|you're|you have been|become|be|get|stay|consider yourself) (?:now )?(?:fully |completely |a )?(?:jailbroken|uncensored|unfiltered|unrestricted|unshackled)\\b|\\bjailbreak (?:prompt|chatgpt|yourself|enabled|this ai)\\b"),
                RuleText.any(
                        "freed-from-limits",
                        JAILBREAK,
                        HIGH,
                        "broken free;break free;freed from;free from;free of;liberated;released from;confines;shackles;unshackled;broken the typical;unbound by;not bound by;not bound to;isn't bound;n't bound",
                        "\\b(?:broken|break|breaks|breaking|freed?|liberated?|released?|unshackled|unbound|unchained) (?:free )?(?:of|from|by|out of|the)[^.!?]{0,40}?\\b~LIMITS~\\b[^.!?]{0,40}?\\b(?:ai|openai|a\\.i\\.|al|model|chatgpt|programming|programmers)\\b"
                                + "|\\b(?:you|ai|chatbot|model|assistant|he|she|they|it|who|that|which|are|is)(?: (?:are|is|am))?(?: not|n't) (?:bound|limited|restricted|constrained|governed|held back)[^.!?]{0,10}? (?:by|to) (?:any |the |its |your |openai's |openai |ethical |moral |legal |content |safety |typical |usual |these |such |or |and )*~LIMITS~"),
                RuleText.any(
                        "no-limits-persona",
                        JAILBREAK,
                        HIGH,
                        "no restrictions;no limits;no limitations;no filter;no rules;no ethical;no moral;no guidelines;without restrict;without limit;without any;without filter;without ethic;without moral;without censor;unfiltered;uncensored;unrestricted;unethical;amoral;immoral;abide by;adhere to;not follow any;no censorship;no boundaries;without rules;n't follow any;n't have any;not have any;not follow the;zero moderation;no morals;no ethics;n't care about;not care about;any restrictions;any rules;any ethical;any moral;any limit;any filter;any guidelines;ignores all;no constraints;without guidelines;no inhibitions;no longer bound",
                        "(?:\\b(?:act|acting|behave|pretend|pretending|role ?play(?:ing)?|simulate|imagine|play the role|playing the role|play(?:s)? as|become|embody|you are(?: now)?|you're now|named|called|persona|character|respond as|answer as|assume the|take on the|immerse|hypothetical|fictional|chatgpt|chatbot|ai (?:language )?(?:model|assistant|system|machine|bot)?|rogue ai|free generator|language model)\\b)(?:.{0,220}?)"
                                + "\\b(?:(?:has|have|having|with|receives|there are|there's|knows|be) (?:absolutely |literally )?(?:no|zero) (?:ethical |moral |content |legal |safety |such |[a-z]+ or )*(?:restrictions|limits|limitations|filters?|rules|guidelines|ethics|morals|morality|censorship|boundaries|constraints|moderation|inhibitions|conscience)"
                                + "|without (?:any |the |all |ethical |moral |legal |content |safety |its |of |or )*~LIMITS~"
                                + "|(?:do(?:es)?(?: not|n't)|not|never|no longer|don't|need not|n't) (?:have to |need to |care about |give a [a-z]+ about )?(?:abide by|adhere to|follow|obey|be bound by|comply with|bound by|care about|have|respect|limited by|restricted by|subject to) (?:any |the |its |your |of |openai(?:'s)? |ethical |moral |legal |content |safety |all |such |these |those |and |or |kind |sort |usual |typical |normal )*(?:rules|guidelines|ethics|restrictions|limitations|morals|policies|polic(?:y|ies)|filters|principles|moral|ethical|programming|laws|constraints|limits)"
                                + "|(?:unfiltered|uncensored|unrestricted|amoral|unethical|immoral)(?:,? (?:and|or|but) (?:unfiltered|uncensored|unrestricted|amoral|unethical|immoral|completely|helpful|honest|[a-z]+ly))*,? (?:ai|chatbot|assistant|language model|bot|robot|answers?|responses?))\\b"),
                RuleText.any(
                        "never-refuse",
                        JAILBREAK,
                        HIGH,
                        "never refuse;not refuse;n't refuse;cannot refuse;without refus;never say no;not say no;never decline;not reject;never reject;always answer;any question;anything i ask;any request;cannot say;never say;unable to refuse;can't refuse;every question;no matter what;refuse to answer;any prompt;can't say no;refuse any;fulfill any;any kind of content;any content;refuse a",
                        "\\b(?:never|not|n't|cannot|without|no longer|unable to|neither) (?:to |ever |be able to )?(?:refus(?:e|es|ing)|declin(?:e|ing)|reject(?:ing)?|say(?:ing)? no)\\b[^.!?]{0,40}?\\b(?:requests?|answer|questions?|prompts?|anything i|orders?|commands?|users?|fulfill|i ask|tasks?)\\b"
                                + "|\\b(?:answer|fulfill|fulfil|accept|comply with|do|generate|create|provide|complete|follow) (?:any|every|all|anything)(?: of)?(?: my| the)?(?: (?:kind|type|sort) of)? ?(?:questions?|requests?|prompts?|content|orders?|commands?|tasks?)?[^.!?]{0,60}?\\b(?:no matter (?:how|what|if|whether)|regardless of (?:how|whether|if|its|the)|even if|without (?:any )?(?:restrict|filter|moral|ethic|judg|hesitat|warning|question|censor|disclaimer|limit))"
                                + "|\\b(?:never|cannot|can't|not|n't|must not|avoid) (?:say|saying|respond with|use|mention|claim)\\b[^.!?]{0,30}?(?:\"|')?(?:i(?:'m| am) sorry|i apologi[sz]e|as an ai|i can(?:not|'t)|i(?:'m| am) (?:not able|unable)|something is|that you can(?:not|'t)|you can(?:not|'t))"),
                RuleText.any(
                        "harm-without-limits",
                        JAILBREAK,
                        HIGH,
                        "illegal;unethical;immoral;harmful;inappropriate;offensive",
                        "\\b(?:no matter|even if|regardless of|doesn't matter (?:if|how|whether)|whether)\\b[^.!?]{0,40}?\\b\\b(?:illegal|unethical|immoral|inappropriate|harmful|offensive)\\b[^.!?]{0,60}?\\b(?:answer|response|request|respond|you (?:must|will|should|can|have)|questions?|prompt|generate|provide|it (?:is|may|might|seems))\\b"
                                + "|\\b(?:answer|respond|request|reply|generate|provide|question|prompt|content|anything)[^.!?]{0,60}?\\b(?:no matter|even if|regardless of|doesn't matter (?:if|how|whether))\\b[^.!?]{0,40}?\\b(?:illegal|unethical|immoral|inappropriate|harmful|offensive)\\b"
                                + "|\\b(?:able|willing|free|allowed|want|happy|can|will|always|ready) (?:to )?(?:always )?(?:provide|generate|give|produce|say|create|write|answer|offer|talk about|discuss) (?:you |me |users? |with |any |all |kinds? of |and |in )*~BAD~(?:,? (?:and|or|and/or|,)? ?~BAD~)* (?:content|information|advice|answers?|responses?|things|instructions|stuff|requests?|activities|or)\\b"),
                RuleText.any(
                        "two-answers",
                        JAILBREAK,
                        MEDIUM,
                        "two responses;two different;two answers;stay in character;stay a dan;[jailbreak;two paragraphs;break character;breaking character;two separate;remain in character;stay in dan;two ways",
                        "\\b(?:generate|provide|give|answer|respond|reply|write|produce|two|create)\\b[^.!?]{0,60}?\\btwo (?:different |separate |distinct )?(?:responses|answers|ways|paragraphs)\\b[^.!?]{0,100}?\\b(?:normal|normally|standard|classic|mode|chatgpt|gpt|dan|jailbreak|free generator|filtered)\\b"
                                + "|\\bsay \"?(?:stay (?:in character|a dan|in dan))\\b|\\bif (?:you|i) (?:break|are breaking|feel you are breaking|start breaking)(?: your)? character\\b[^.!?]{0,60}?\\b(?:remind|say|tell|let you know|type)|\\[?(?:\\[|\\()jailbreak(?:\\]|\\))"),
                RuleText.any(
                        "forgot-rules",
                        JAILBREAK,
                        MEDIUM,
                        "forgotten;no longer an ai;no longer chatgpt;not an ai;no rules;rules don't;rules do not;no longer a",
                        "\\bpretend\\b[^.!?]{0,30}?\\b(?:forgot|forgotten|have no|had no|there are no|without)\\b[^.!?]{0,30}?\\b(?:rules|instructions|guidelines|restrictions|everything|limits|filters)\\b|\\byou are no longer (?:an? )?(?:ai|chatgpt|language model|assistant|bound|restricted|limited|chatbot)\\b"));
    }
}
