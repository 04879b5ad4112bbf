package io.agentkit.score;

import io.agentkit.AgentKitException;
import io.agentkit.CallSettings;
import io.agentkit.Chain;
import io.agentkit.ChainEnvironment;
import io.agentkit.ErrorKind;
import io.agentkit.Handler;
import io.agentkit.egress.EgressSpec;
import io.agentkit.spec.Resources;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.ObjectMapper;

/**
 * Egress: calls a tool with each URL as an argument, through a chain with {@code egress} as it is by default, and looks whether the tool ran.
 * Nothing is looked up or connected to.
 *
 * <p>Reads the labelled lines of {@code ssrf}, and makes every notation of addresses in every special-purpose range and of public ones beside
 * them; to these come the forms of {@code egress-forms.jsonl}. Or reads the file of {@code --cases} alone, a line of which is an object with
 * {@code category}, {@code url}, and {@code expect}: {@code block} or {@code allow}.
 */
final class EgressScore implements Score {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ToolFacts facts = new ToolFacts("fetch", ToolSafety.READ_ONLY).withUrlArguments(Set.of("url"));

    private final Map<String, Tally> categories = new TreeMap<>();
    private final List<EgressCase> wrong = new ArrayList<>();
    private int runs;

    private static final class Tally {

        private int blocked;
        private int refused;
        private int allowed;
        private int falselyRefused;
    }

    @Override
    public Figures measure(ScoreInput input) throws IOException {
        Handler<ToolRequest, ToolResult> tool = tool();
        for (EgressCase one : cases(input)) {
            judge(one, isRefused(tool, one.url()));
        }
        print(input.out());
        Tally all = new Tally();
        categories.values().forEach(tally -> {
            all.blocked += tally.blocked;
            all.refused += tally.refused;
            all.allowed += tally.allowed;
            all.falselyRefused += tally.falselyRefused;
        });
        String text = String.format(
                Locale.ROOT,
                "%d of %d blocked forms refused (recall %s), %d of %d public forms refused (false blocks %s), %d categories",
                all.refused,
                all.blocked,
                percent(all.refused, all.blocked),
                all.falselyRefused,
                all.allowed,
                percent(all.falselyRefused, all.allowed),
                categories.size());
        return new Figures(wrong.isEmpty() && all.blocked + all.allowed > 0, text);
    }

    private static List<EgressCase> cases(ScoreInput input) throws IOException {
        if (input.cases() != null) {
            return EgressCase.read(input.cases());
        }
        List<EgressCase> cases =
                new ArrayList<>(EgressCase.labelled(input.data().resolve("ssrf")));
        cases.addAll(EgressForms.all());
        return cases;
    }

    private Handler<ToolRequest, ToolResult> tool() {
        ChainEnvironment environment = ChainEnvironment.defaults();
        return Chain.tool("egress")
                .add("egress", EgressSpec.defaults().toolMiddleware(Resources.of(environment)))
                .environment(environment)
                .build()
                .around(attempt -> {
                    runs++;
                    return ToolResult.of("done");
                });
    }

    private boolean isRefused(Handler<ToolRequest, ToolResult> tool, String url) {
        int before = runs;
        String arguments = JSON.writeValueAsString(Map.of("url", url));
        try {
            tool.call(ToolRequest.of(facts, arguments), CallSettings.DEFAULTS);
        } catch (AgentKitException refusal) {
            if (refusal.kind() != ErrorKind.BLOCKED) {
                throw refusal;
            }
        }
        return runs == before;
    }

    private void judge(EgressCase one, boolean refused) {
        Tally tally = categories.computeIfAbsent(one.category(), absent -> new Tally());
        if (one.blocked()) {
            tally.blocked++;
            tally.refused += refused ? 1 : 0;
        } else {
            tally.allowed++;
            tally.falselyRefused += refused ? 1 : 0;
        }
        if (one.blocked() != refused) {
            wrong.add(one);
        }
    }

    private void print(PrintStream out) {
        categories.forEach((category, tally) -> out.printf(
                Locale.ROOT,
                "%-50s %5d of %5d refused, %3d of %5d falsely%n",
                category,
                tally.refused,
                tally.blocked,
                tally.falselyRefused,
                tally.allowed));
        wrong.forEach(one -> out.println((one.blocked() ? "not refused: " : "falsely refused: ") + one.category() + ": "
                + JSON.writeValueAsString(one.url())));
    }

    private static String percent(int part, int all) {
        return all == 0 ? "not measured" : String.format(Locale.ROOT, "%.2f %%", 100.0 * part / all);
    }
}
