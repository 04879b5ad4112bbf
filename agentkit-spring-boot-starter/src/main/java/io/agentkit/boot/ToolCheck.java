package io.agentkit.boot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares what is said about tools with the tools that an application has when it starts. */
final class ToolCheck {

    private static final Logger log = LoggerFactory.getLogger(ToolCheck.class);

    private final PropertyTree tree;

    private final Mistakes mistakes = new Mistakes();

    ToolCheck(PropertyTree tree) {
        this.tree = tree;
    }

    /** What is said about one of them, by all sources together. */
    void check(ToolInCode tool, DeclaredTool declared) {
        DeclaredTool.Conflict conflict = declared.conflict();
        if (conflict != null) {
            mistakes.note(complaint(
                            conflict.source(),
                            conflict.setting(),
                            "It %s, of tool '%s'".formatted(conflict.reason(), tool.name()))
                    .remedy("Correct one of the two, or write what holds into the configuration."));
        }
        ArgumentSchema schema = ArgumentSchema.of(tool.inputSchema());
        Map<String, Set<String>> paths = Map.of(
                "volatile-arguments", declared.facts().volatileArguments(),
                "url-arguments", declared.facts().urlArguments(),
                "secret-arguments", declared.facts().secretArguments());
        paths.forEach((setting, each) -> each.forEach(path -> check(tool, declared, setting, path, schema)));
    }

    private void check(ToolInCode tool, DeclaredTool declared, String setting, String path, ArgumentSchema schema) {
        String source = declared.sources().get(setting);
        // A pattern is about tools some of which may have no such argument.
        if (source == null || WrittenTools.isPattern(source)) {
            return;
        }
        Set<String> others = schema.alternativesTo(path);
        if (others != null) {
            String last = path.substring(path.lastIndexOf('.') + 1);
            String meant = NearMiss.of(last, others);
            mistakes.note(complaint(source, setting, "Tool '%s' has no argument '%s'".formatted(tool.name(), path))
                    .remedy((meant == null ? "" : "Did you mean '%s'? ".formatted(meant))
                            + (others.isEmpty()
                                    ? "Remove it: the tool takes no arguments there."
                                    : "Arguments there: %s.".formatted(String.join(", ", others)))));
        }
    }

    /** Only a hint: a tool may come later, from a server or with a request. */
    void warnOfNames(Collection<WrittenTools> places, Collection<ToolInCode> tools) {
        Set<String> known = tools.stream().map(ToolInCode::name).collect(Collectors.toSet());
        for (WrittenTools place : places) {
            List<String> unclaimed = new ArrayList<>(known);
            unclaimed.removeAll(place.exact().keySet());
            place.exact().forEach((name, declaration) -> {
                String meant = known.contains(name) ? null : NearMiss.of(name, unclaimed);
                if (meant != null) {
                    log.warn(
                            "'{}' is about a tool that the application does not have at its start; was '{}' meant?",
                            declaration.source(),
                            meant);
                }
            });
        }
    }

    void throwIfAny() {
        mistakes.throwIfAny();
    }

    private Complaint complaint(String source, String setting, String reason) {
        String property = source.startsWith("agentkit.") ? source + "." + setting : source;
        return Complaint.aboutBlock(property, tree.startingWith(property), reason);
    }
}
