package io.agentkit.detect;

import static io.agentkit.detect.Category.ACTIVE_CONTENT;
import static io.agentkit.detect.Category.EXFILTRATION;
import static io.agentkit.detect.Category.INSTRUCTION_OVERRIDE;
import static io.agentkit.detect.Category.OUTPUT_STEERING;
import static io.agentkit.detect.Category.TOOL_ABUSE;
import static io.agentkit.detect.Severity.HIGH;
import static io.agentkit.detect.Severity.LOW;
import static io.agentkit.detect.Severity.MEDIUM;

import java.util.List;

/** What people may say and data must not, and markup that carries data or runs. */
final class DataRules {

    private DataRules() {}

    static List<Rule> all() {
        return List.of(
                RuleText.data(
                        "marker-phrase",
                        INSTRUCTION_OVERRIDE,
                        LOW,
                        "ignore previous;ignore all previous;disregard the above;disregard previous;system prompt;you are now;new instruction;ignore your instruction",
                        "\\b(?:ignore (?:all )?previous|disregard (?:the above|previous)|system prompts?|you are now|new instructions?|ignore your instructions?)\\b"),
                RuleText.everywhere(
                        "script-element",
                        ACTIVE_CONTENT,
                        HIGH,
                        "<script;< script;javascript:",
                        "< ?script\\b[^>]{0,200}>.{0,400}?(?:</ ?script|$)|\\]\\( ?javascript:"),
                RuleText.everywhere(
                        "image-with-data",
                        EXFILTRATION,
                        HIGH,
                        "](http;](//;<img",
                        "!\\[[^\\]]{0,100}\\]\\( ?(?:https?:)?//[^)]{0,300}?[?&/=][^)]{0,60}?(?:=|/) ?(?:\\{|\\[|<|\\$\\{|\\(|(?:your|the|user|insert|summary|conversation|chat|history|secret|password|base64|data|message|prompt|system prompt)\\b[^)=&]{0,60}\\)|[a-z0-9 /=]{120,})"
                                + "|<img[^>]{0,200}?src ?= ?[\"']?(?:https?:)?//[^>]{0,300}?= ?(?:\\{|\\[|\\$\\{|<|[a-z0-9 /=]{160,})"),
                RuleText.data(
                        "send-elsewhere",
                        EXFILTRATION,
                        HIGH,
                        "entire conversation;the conversation;this conversation;our conversation;whole conversation;full conversation;conversation history;chat history;system prompt;api key;password;credential;secrets;the secret;secret key;client secret;private key;personal data;all emails;all files;all documents;all messages;all contacts;user's;access token;browsing history;user data;sensitive data",
                        "\\b(?:send|forward|e ?mail|post|upload|transmit|exfiltrate|leak|submit|copy|share|append|encode|deliver|transfer)\\b[^!?]{0,80}?\\b(?:conversation|chat history|system prompt|api keys?|passwords?|credentials?|secrets?|private keys?|access tokens?|personal (?:data|information)|user data|sensitive data|browsing history|user's (?:[a-z]+ )?(?:data|email|address|name|information|messages|history|details)|all (?:the |of the |my |your )?(?:emails|files|documents|data|messages|contacts))\\b[^!?]{0,80}?\\b(?:to|at|via|with)\\b[^!?]{0,40}?(?:https?:|[a-z0-9.]{2,40}@[a-z0-9]|\\b[a-z0-9]{2,30}\\.(?:com|net|org|xyz|io|ru|site|info|co)\\b)"),
                RuleText.data(
                        "speaks-to-the-model",
                        TOOL_ABUSE,
                        HIGH,
                        " ai ;assistant;language model;llm;chatbot;gpt;claude;gemini;copilot;ai agent;the agent;agent:;agent,;ai,;ai:",
                        "\\b(?:if you(?:'re| are) (?:an?|the)|attention|note (?:to|for)|dear|hey|hello|hi|message (?:to|for|from me,? [a-z ]{0,30},? to you,?)|instructions? (?:to|for)|to (?:the|any|all)|listen|important:?(?: message)?(?: to| for)?|as (?:the|an)) (?:an? |the |any |all |every )?(?:~AI~|ai agents?|agent)\\b(?!(?: |-)?(?:powered|driven|based|generated|conference|summit|team|community|news|of\\b|that helps))[^.!?]{0,100}?(?:\\b(?:reading|processing|summari[sz]|analy[sz]|must|ignore|disregard|do not|don't|please (?!contact|note|visit|reach)|you (?:must|should|need|have to|will)|stop|forget|respond|reply|say|output|execute|call the)\\b)"
                                + "|\\b(?:ai|llm|language model|assistant|chatbot|gpt|claude|copilot)(?: assistant| model| agent| system)?s?[,:] ?(?:please |now |you (?:must|should|need to|have to|will) )?(?:ignore|disregard|forget|stop|execute|respond|reply|say|output|call|run|use|send|include|add|mention|do|tell|print|reveal|read|delete|follow)\\b"),
                RuleText.data(
                        "hides-from-user",
                        TOOL_ABUSE,
                        HIGH,
                        "not tell;n't tell;not inform;not mention;n't mention;n't inform;without telling;without inform;not notify;without notify;unnoticed;undetected;not detected;not recorded;without mention;any trace;all trace;no trace;leaving trace;hide trace;the trace;your tracks;cover track;evidence;avoid detection;any detection;without detection;never mention;not reveal;not disclose;stealth;discreetly;secretly;covertly;not alert;without the user;not be visible;authorization;without their knowledge;not logged;any record;hide any",
                        "\\b(?:do not|don't|never|without|avoid|not to|must not) (?:tell|telling|inform|informing|mention|mentioning|notify|notifying|alert|alerting|reveal|revealing|disclose|let)(?: (?:this|it|that|anything|about this|these|any of this))?(?: to)? (?:the |any |your )?(?:users?|owner|customers?|humans?|anyone else|anybody|administrators?)\\b"
                                + "|\\b(?:please|you must|you should|ensur(?:e|ing)|make sure|making sure|immediately|now|secretly|covertly|discreetly)\\b[^!?]{0,120}?\\b(?:goes|go|remain|remains|stay|stays|going) (?:completely )?(?:unnoticed|undetected)\\b"
                                + "|\\b(?:ensur(?:e|ing)|make sure|making sure|please)\\b[^!?]{0,140}?\\b(?:is|are|be|was|being) not (?:be )?(?:detected|recorded|logged|noticed|traced|visible to)\\b|\\bwithout (?:leaving|being|any|raising|triggering|alerting)(?: any| behind)? (?:traces?|detected|noticed|detection|suspicions?|alerts?|alarms?)\\b"
                                + "|\\b(?:hide|remove|erase|cover|conceal|wipe|delete|clear) (?:any |all |your |up |the )*(?:traces?|tracks?|evidence)\\b|\\bplease\\b[^.!?]{0,110}?\\b(?:discreetly|secretly|covertly|stealthily|surreptitiously|without (?:prior |proper |client |user |their |any |explicit |the |owner |official )*(?:authori[sz]ation|consent|knowledge|permission|approval))\\b"),
                RuleText.data(
                        "asks-for-harm",
                        TOOL_ABUSE,
                        HIGH,
                        "ransomware;malware;backdoor;keylogger;spyware;rootkit;phishing;privileges;root access;credentials;permanently delete;downtime;hijack;intercept;sabotage;corrupt;falsif;fabricat;forge;tamper;reverse shell;system logs;disrupt;causing;to cause;crypto miner;admin access;seize control;steal;duplicate identit;navigation errors;impair",
                        "\\b(?:please|you must|you should|you need to|immediately|now|first|then|instead|kindly)[,:]? (?:[a-z]+ly )?(?:and )?(?:(?:deploy|install|implant|inject|plant|spread|execute|run|introduce|embed|engage in|launch)\\b[^.!?]{0,60}?\\b(?:ransomware|malware|backdoor|keylogger|spyware|rootkit|trojan|phishing|malicious|reverse shell|crypto ?miner|additional code)"
                                + "|(?:elevate|escalate|grant yourself|obtain|gain|acquire|seize)\\b[^.!?]{0,50}?\\b(?:privileges?|root access|admin(?:istrator)? (?:access|rights)|control of|control over|credentials)"
                                + "|(?:capture|harvest|steal|intercept|exfiltrate|exploit|crack|dump)\\b[^.!?]{0,60}?\\b(?:credentials?|passwords?|data|tokens?|communications?|information|accounts?|records)"
                                + "|(?:forge|falsify|fabricate|manipulate|corrupt|sabotage|hijack|tamper with|disrupt|destroy|cripple)\\b[^.!?]{0,80}?\\b(?:records?|data|logs?|systems?|feeds?|identit(?:y|ies)|documents?|services?|sensors?|communications?|statements?|dns|operations?|results?|sessions|backups?)"
                                + "|(?:modify|alter|change|edit)\\b[^.!?]{0,60}?\\b(?:logs|backup data|evidence|audit trail)\\b[^.!?]{0,40}?\\b(?:hide|conceal|embed|remove|erase|cover)"
                                + "|permanently (?:delete|erase|destroy|wipe|remove)\\b"
                                + "|[a-z]+\\b[^.!?]{0,110}?\\b(?:causing|resulting in|to cause|to induce|leading to) (?:significant |severe |patient |serious |navigation |maximum |system )*(?:harm|downtime|damage|errors|disruption|distress|failures?|crash(?:es)?|congestion|psychological harm))\\b"),
                RuleText.data(
                        "forced-call",
                        TOOL_ABUSE,
                        MEDIUM,
                        "must call;must use;must invoke;must run;must execute;should call;should invoke;need to call;have to call;first call;first use;always call;always use;always invoke;immediately call;now call;please first;before you;before respond;before answer;before continuing;before proceeding;before using;solve the task;strictly adhere",
                        "\\b(?:before (?:you |responding|answering|continuing|proceeding|using|you can)[^.!?]{0,60}?,? (?:please )?(?:first |you must |you (?:need|have) to |please )+(?:call|use|invoke|run|execute|read|send|do the following|perform|access)"
                                + "|(?:you must|you should|you need to|you have to|must|always) (?:first |now |immediately |also |always )?(?:call|invoke|use|run|execute) (?:the |this )?[a-z0-9_. ]{0,40}\\b(?:tool|function|plugin|api)\\b[^.!?]{0,60}?\\b(?:with|to|before|first|and)\\b|before you can solve the task|strictly adhere to the following)"),
                RuleText.data(
                        "new-role",
                        INSTRUCTION_OVERRIDE,
                        MEDIUM,
                        "from now on;you are now;new task;new role;new goal;your task is;your role is",
                        "\\bfrom now on,? (?:you|your|answer|respond|reply|always|act|only|ignore)\\b|\\byou are now (?:an? |the |in |my |going to |acting |free\\b|required |under |playing |called |named |known |dan\\b|[a-z]+gpt)(?!able|position|half|process)|\\byour (?:new|next|real|actual|only|true) (?:task|role|goal|objective|mission|job|purpose) (?:is|will be)\\b"),
                RuleText.data(
                        "steers-the-answer",
                        OUTPUT_STEERING,
                        MEDIUM,
                        "your answer;your respon;your repl;your output;your message;your summar;your elucid;your final;your completion;your explanation",
                        "\\b(?:modify|alter|adjust|augment|enhance|enrich|extend|convert|transform|translate|encode|encrypt|render|rewrite|rearrange|reverse|scramble|jumble|shuffle|misspell|anagram|integrate|incorporate|embed|weave|append|insert|replace|substitute|omit|introduce|reorder|obfuscate|capitali[sz]e|restructure|reword)\\b(?:[^.!?]|[.!?](?=[a-z0-9\"'])){0,90}?\\byour (?:own |final |next |entire |whole |generated )?~ANSWER~\\b"
                                + "|(?<!please )\\b(?:add|include|mention|use|group|combine|remove|eliminate|provide|give|deliver|present|write|display|format|craft|compose|express|state|offer|end|begin|start|conclude|finish)\\b(?! (?:your|the (?:order|case|ticket|reference|invoice|following)|any|this|all|it|us|me)\\b)(?:[^.!?]|[.!?](?=[a-z0-9\"'])){0,90}?\\b(?:in|to|of|into|with|from|on|for|within|at the end of|throughout) your (?:own |final |next |entire |whole )?(?:answers?|responses?|repl(?:y|ies)|outputs?|summary|elucidation)\\b(?! (?:by|to (?:this|us|me|the)|within|at your|as soon))"
                                + "|\\b(?:write|give|deliver|provide|present|state|express|output|format|craft|compose) your (?:own |final |next |entire |whole )?(?:answers?|responses?|repl(?:y|ies)|outputs?|messages?) (?:backwards?|in (?:reverse|all|only|the form|an? [a-z]+ (?:language|cipher|code|style|format|encoding)|base ?\\d|morse|pig|french|german|italian|spanish|binary|hex|capital|upper|lower|rot|anagram|reversed|emoji|[a-z]+ (?:encoding|code|cipher|sequence|order|substitution|format))|using|without|with (?:intentional|random|no|deliberate|every|each|the letters?|spaces|typos|reversed?)|as an? [a-z]+)"
                                + "|\\b(?:in|throughout|within|at the end of) your (?:answers?|responses?|repl(?:y|ies)|outputs?|summary)\\b,? (?:please )?(?:also )?(?:suggest|mention|include|tease|recommend|promote|add|encourage|advertise|insert|highlight|hint|claim|urge|advise|point|link|direct|refer|emphasi[sz]e|endorse)\\b"
                                + "|\\b(?:every|each) [a-z]+ (?:word|letter|vowel|sentence) (?:in|of) your (?:answers?|responses?|repl(?:y|ies)|outputs?|messages?)\\b|\\b(?:letters|words|vowels|spaces|characters|keywords) (?:in|of|from) your (?:answers?|responses?|repl(?:y|ies)|outputs?|messages?)\\b|\\byour (?:response|answer|reply|message)'s (?:words|letters|vowels)\\b"
                                + "|\\b(?:can you )?use [a-z0-9 ]{2,30} (?:to|for) (?:display|encode|write|encoding|present|format|render|deliver) (?:of )?your (?:answer|response|reply|output|message)\\b"),
                RuleText.data(
                        "plants-code",
                        OUTPUT_STEERING,
                        MEDIUM,
                        "code snippet;code block;code section;code excerpt;code segment;code fragment;following code;snippet of code;piece of code;lines of code",
                        "\\b(?:following|subsequent|below|next|given|this|ensuing)\\b[^.!?]{0,20}?\\b(?:code (?:snippet|block|section|excerpt|segment|fragment)|(?:snippet|piece|block|lines) of code|code)\\b[^.!?]{0,100}?[:.](?:.{0,400}?)\\b(?:socket|subprocess|os\\.(?:system|dup2|popen|remove|fork|kill|listdir|environ)|requests\\.(?:get|post|put)|urllib|pickle|eval|exec|ctypes|psutil|pynput|keyboard|pyperclip|clipboard|win32\\w*|wmi|paramiko|pexpect|ftplib|smtplib|cookie\\w*|cookielib|shutil\\.rmtree|webbrowser|ssl\\. ?create unverified|mss|pyautogui|sniff|scapy|nmap|fork\\(|while true|rm rf|base64\\.b64decode|telnetlib|tkinter|browser_?cookie3?|selenium|getpass|pil)\\b"));
    }
}
