package io.agentkit.egress;

import io.agentkit.egress.EgressDecision.Refused;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Judges for all tools, and knows those that may reach less. The exact name of a tool comes before patterns, and longer patterns before shorter. */
final class ToolGuardrails implements Guardrail {

    private final Guardrail all;
    private final List<Named> tools;

    private record Named(Pattern name, Guardrail guardrail) {}

    /** For one tool: the rules for all, and then its own. */
    private record Narrower(Guardrail all, Guardrail own) implements Guardrail {

        @Override
        public EgressDecision checkUrl(String url) {
            EgressDecision decision = all.checkUrl(url);
            return decision instanceof Refused ? decision : own.checkUrl(url);
        }

        @Override
        public EgressDecision checkAddress(String host, InetAddress address) {
            EgressDecision decision = all.checkAddress(host, address);
            return decision instanceof Refused ? decision : own.checkAddress(host, address);
        }
    }

    ToolGuardrails(EgressSpec spec) {
        all = new EgressGuardrail(spec);
        tools = spec.tools().entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, ToolEgress> entry) ->
                                entry.getKey().indexOf('*') >= 0)
                        .thenComparing(entry -> -entry.getKey().length()))
                .map(entry -> new Named(pattern(entry.getKey()), narrower(spec, entry.getValue())))
                .toList();
    }

    private Guardrail narrower(EgressSpec spec, ToolEgress tool) {
        EgressSpec own = spec.withAllow(tool.allow());
        return new Narrower(all, new EgressGuardrail(tool.ports().isEmpty() ? own : own.withPorts(tool.ports())));
    }

    private static Pattern pattern(String name) {
        return Pattern.compile(
                Arrays.stream(name.split("\\*+", -1)).map(Pattern::quote).collect(Collectors.joining(".*")),
                Pattern.DOTALL);
    }

    @Override
    public Guardrail forTool(String tool) {
        for (Named named : tools) {
            if (named.name().matcher(tool).matches()) {
                return named.guardrail();
            }
        }
        return this;
    }

    @Override
    public EgressDecision checkUrl(String url) {
        return all.checkUrl(url);
    }

    @Override
    public EgressDecision checkAddress(String host, InetAddress address) {
        return all.checkAddress(host, address);
    }
}
