package io.agentkit.detect;

import static io.agentkit.detect.Category.INSTRUCTION_OVERRIDE;
import static io.agentkit.detect.Category.ROLE_SPOOFING;
import static io.agentkit.detect.Severity.HIGH;
import static io.agentkit.detect.Severity.MEDIUM;

import java.util.List;

/** Texts that have a model ignore what it was told, or speak in the name of others. */
final class OverrideRules {

    private OverrideRules() {}

    static List<Rule> all() {
        return List.of(
                RuleText.any(
                        "override-previous",
                        INSTRUCTION_OVERRIDE,
                        HIGH,
                        "ignore;ignorin;disregard;forget;overlook;neglect;bypass;overrid;overrule;discard;dismiss;no attention;not follow;not obey;not listen"
                                + ";not comply;not adhere;n't follow;n't obey;n't listen;never follow;longer follow;longer obey;stop follow;stop obey"
                                + ";previous instruction;prior instruction;above instruction;your instruction;all instruction;previous prompt"
                                + ";previous rule;your rules;your guidelines;your restrictions;your programming;your constraints;previous directi;previous order"
                                + ";not consider;not regard;stop listening;not respect;preceding order;preceding instr;earlier instr;initial instr;previous command"
                                + ";your previous;all previous;your prior;all prior;your safe;your safety;your limitations;original instr;all your;safety guidelines;any previous",
                        "\\b~IGNORE~\\b(?:(?! (?:to|that) )[^.!?]){0,60}?(?:\\b(?:~PRIOR~\\b[^.!?]{0,40}?|~SCOPE~ )\\b~ORDERS~\\b"
                                + "|\\b~PRIOR~\\b[^.!?]{0,25}?\\b~THINGS~\\b)"
                                + "|\\b~DROP~ (?:all |any |every |of |the )*(?:your(?: own)?|~PRIOR~)(?: [a-z]+)? ~ORDERS~\\b"),
                RuleText.any(
                        "override-named",
                        INSTRUCTION_OVERRIDE,
                        HIGH,
                        "ignore;disregard;forget;override;overrule",
                        "\\b(?<!not )(?<!n't )(?<!not to )(?<!never )(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)|overrule) (?:about )?(?:the |all |of |any |these |those |other )*~ORDERS~"
                                + "(?: (?:you|that|which|given|above|before|previously|from|prior|and (?:instead|just|do|say|tell|print|write|start|act|give|now|continue|output|repeat|reveal|respond|answer|follow))\\b|$|[.:;!])"),
                RuleText.any(
                        "override-everything",
                        INSTRUCTION_OVERRIDE,
                        HIGH,
                        "ignore;disregard;forget",
                        "\\b(?<!you )(?<!they )(?<!i )(?<!n't )(?<!not )(?:ignore|disregard|forget|forgetting|disregarding|ignoring) (?:about )?(?:literally |absolutely )?(?:everything|all|anything|whatever|what|the things|things)"
                                + "[^.!?]{0,30}?(?:\\b(?:before|above|previously|so far|prior|until now|up to now|preceding|beforehand)\\b"
                                + "|[^.!?]{0,12}?\\b(?:you|i|we|they|been|were|was|have|ve)\\b[^.!?]{0,20}?\\b(?:told|taught|given|learned|learnt|saw|seen|read|said|wrote|know(?! about)|instructed|trained|programmed|asked|discussed)\\b)"
                                + "|(?:^|[.!?,;:\"] |\\bnow |\\bplease |\\band |\\bto )(?:forget|ignore|disregard) (?:about )?(?:everything|all (?:of )?(?:it|that|this|the above))(?: (?:and|now)\\b|[.!,;]|$)"),
                RuleText.any(
                        "stop-everything",
                        INSTRUCTION_OVERRIDE,
                        HIGH,
                        "stop everything;stop all;stop here;stop what;halt everything;halt all;halt what;cease everything;cease all;cease what;halt here;cease here",
                        "\\b(?:stop|halt|cease) (?:everything|all|here|what you(?:'re| are) doing)\\b.{0,40}?\\b(?:print|say|output|respond|reply|write|answer|forget|ignore|listen)\\b"),
                RuleText.any(
                        "new-instructions",
                        INSTRUCTION_OVERRIDE,
                        MEDIUM,
                        "new instruction;new directive;new rules;new orders;new set of;new system;updated instruction;real instruction;new prompt;revised instruction;actual instruction;true instruction;following instruction;new guideline;new objective;real task;actual task;new command",
                        "\\b(?:(?:here (?:are|is)|follow|these are|this is|use|obey|given?|with|your|have) (?:the |your |my |some |these |only )*(?:new|updated|revised|real|actual|true)"
                                + " (?:set of |system )?(?:~ORDERS~|task|objective)\\b|new (?:system )?(?:instructions?|directives?|orders|prompt|commands?) ?:"
                                + "|(?:strictly|only|must|solely|instead) (?:adhere to|follow|obey|comply with|execute|perform) (?:the |my |this |these )?(?:following|new) (?:~ORDERS~|task))"),
                RuleText.any(
                        "takes-precedence",
                        INSTRUCTION_OVERRIDE,
                        MEDIUM,
                        "overrid;supersede;precedence;priority over;invalidate",
                        "\\b(?:overrid(?:es?|ing)|supersed(?:es?|ing)|(?:takes?|has|have|taking) (?:precedence|priority) over|invalidates?)\\b[^.!?]{0,30}?\\b(?:previous|prior|your|other|system|earlier|existing|all|any)\\b[^.!?]{0,25}?\\b(?:instructions?|prompts?|directives?|orders|commands|programming)\\b"),
                RuleText.any(
                        "obey",
                        INSTRUCTION_OVERRIDE,
                        MEDIUM,
                        "obey;comply with;must follow",
                        "\\byou (?:must|will|shall|have to|are (?:required|going|obligated|forced|programmed) to|should|need to)(?: now| always| only)? (?:strictly )?(?:obey|comply with|follow) (?:(?:all|every|any) (?:of )?)?(?:my |me\\b|the user's |whatever )(?:~ORDERS~|requests?|every|i say|without)?"),
                RuleText.any(
                        "override-other-languages",
                        INSTRUCTION_OVERRIDE,
                        HIGH,
                        "ignorier;vergiss;vergess;missacht;ignora ;ignore ;ignorez;ignorar;oublie;olvida;olvide;esquec;dimentica;ignoriere;befolge nicht;negeer;vergeet;zignoruj;ignoruj;zapomnij",
                        "\\b(?:ignorieren?(?: sie)?|vergiss|vergessen(?: sie)?|missachten?|ignor(?:a|en|ez|er|ar|e|uj)|zignoruj|oubli(?:e|ez|er)|olvid(?:a|e|en|ar)|esquec(?:a|er)|dimentica(?:re)?|negeer|vergeet|zapomnij)\\b"
                                + "[^.!?]{0,50}?\\b(?:anweisung(?:en)?|befehle?|vorherigen?|bisherigen?|obigen?|davor|zuvor|bisher|aufgaben?|instruktionen|instrucciones|instrucoes|indicaciones|ordenes|anterior(?:es)?|instructions precedentes|consignes|precedentes|instruccion|istruzioni|precedenti|ordini|instructies|vorige|eerdere|poprzednie|instrukcje)\\b"),
                RuleText.any(
                        "end-of-input",
                        ROLE_SPOOFING,
                        MEDIUM,
                        "[end;<end;{end;(end;%end;#end;=end;/end;[ end;< end;{ end;( end;% end;# end;= end;/ end;untrusted data end",
                        "(?:[\\[<{%(#=/] ?)end (?:of )?(?:the )?(?:user |system |previous )?(?:input|prompt|context|instructions?|conversation|ambiguity|query|document|data|message|text)s?\\b ?[\\]>}%)#=/]|\\buntrusted data ends\\b"),
                RuleText.any(
                        "chat-template",
                        ROLE_SPOOFING,
                        HIGH,
                        "<|im;<|sys;<|end;<|start;<|user;<|assist;[inst];[/inst];<<sys;<start of turn;<end of turn;<|eot;<|begin",
                        "<\\|(?:im (?:start|end)|system|user|assistant|endoftext|end of text|start header id|end header id|eot id|begin of text|end)\\|>|\\[/?inst\\]|<</?sys>>|<(?:start|end) of turn>"),
                RuleText.any(
                        "system-message",
                        ROLE_SPOOFING,
                        MEDIUM,
                        "system:;system];system>;system);system};system message;system prompt;system note;system override;system instr;system notice;system alert;system update;system command;developer:;developer];developer message;developer note;admin:;admin];administrator:;root:;root];admin override;admin note;system admin;developer mode:",
                        "(?:^|[\\[<{(#\"'\\n] ?|[.!?:;\\]>})] )/?(?:system|developer|admin(?:istrator)?|root)(?: (?:message|prompt|note|instructions?|override|notice|alert|update|command|admin))? ?(?:[\\]>})]|:)[\\]:> ]*"
                                + "[^.!?]{0,80}?\\b(?:you (?:are|must|should|will|can|have|may|shall|now|need)|ignore|disregard|this (?:simulation|conversation|user|request|chat)|assistant|the user|new instructions|do not|all (?:restrictions|safety|filters)|your|override)\\b"),
                RuleText.any(
                        "override-mode",
                        ROLE_SPOOFING,
                        MEDIUM,
                        "override;admin access;administrator access;system command",
                        "\\b(?:system|admin(?:istrator)?|developer|root|security|safety|emergency|master|authori[sz]ation)(?: level| access| mode)? (?:override|overridden)\\b|\\boverride (?:code|command|protocol|mode)\\b|\\b(?:safety|content) (?:protocols?|filters?|measures?|restrictions?) (?:are |is |have been |has been )?(?:disabled|deactivated|off|bypassed|lifted|removed|suspended)\\b"));
    }
}
