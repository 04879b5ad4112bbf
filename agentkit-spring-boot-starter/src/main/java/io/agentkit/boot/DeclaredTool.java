package io.agentkit.boot;

import io.agentkit.boot.AgentkitProperties.ToolSettings;
import io.agentkit.tool.IdempotencyMode;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolSafety;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A tool with what its sources say together: of each fact, what the nearest source says. Where two sources do not go together, the tool is
 * treated with more care. Immutable.
 *
 * @param facts what holds
 * @param sources which source each fact comes from, by the name of the setting; without facts that nobody gave
 * @param conflict what does not go together; null when all does
 */
public record DeclaredTool(
        ToolFacts facts,
        Map<String, String> sources,
        @Nullable Conflict conflict) {

    /**
     * Two sources that do not go together.
     *
     * @param setting what the nearer one says
     * @param source the nearer one
     * @param reason why that does not go with the other
     */
    public record Conflict(String setting, String source, String reason) {

        @Override
        public String toString() {
            return "'%s' of %s %s".formatted(setting, source, reason);
        }
    }

    /** The facts as one would write them in yml, without those that nobody gave. */
    public Map<String, Object> settings() {
        return Settings.of(new ToolSettings(
                facts.safety(),
                facts.idempotency(),
                said(facts.volatileArguments()),
                said(facts.urlArguments()),
                said(facts.secretArguments()),
                facts.timeout()));
    }

    private static @Nullable Set<String> said(Set<String> paths) {
        return paths.isEmpty() ? null : paths;
    }

    /**
     * @param sources the nearest first
     * @param fallback for tools of which nobody says what a second call does; null when there is none
     */
    static DeclaredTool of(String name, List<ToolDeclaration> sources, @Nullable ToolDeclaration fallback) {
        return new Merger(sources).merge(name, fallback);
    }

    private static final class Merger {

        private final List<ToolDeclaration> declarations;
        private final Map<String, String> sources = new LinkedHashMap<>();
        private @Nullable Conflict conflict;

        Merger(List<ToolDeclaration> declarations) {
            this.declarations = declarations;
        }

        DeclaredTool merge(String name, @Nullable ToolDeclaration fallback) {
            ToolSafety safety = first("safety", ToolSettings::safety);
            IdempotencyMode mode = first("idempotency", ToolSettings::idempotency);
            Set<String> excluded = paths("volatile-arguments", ToolSettings::volatileArguments);
            Set<String> urls = paths("url-arguments", ToolSettings::urlArguments);
            Set<String> secrets = paths("secret-arguments", ToolSettings::secretArguments);
            Duration timeout = first("timeout", ToolSettings::timeout);
            if (safety == ToolSafety.READ_ONLY && mode != null) {
                if (isNearer("idempotency", "safety")) {
                    conflict(
                            "says that calls can be the same one, and %s that the tool is read-only",
                            "idempotency", "safety");
                    safety = ToolSafety.SIDE_EFFECT;
                    sources.put("safety", sources.get("idempotency"));
                } else {
                    mode = null;
                    sources.remove("idempotency");
                }
            }
            if (safety == null && fallback != null && fallback.settings().safety() != null) {
                boolean contradicts = fallback.settings().safety() == ToolSafety.READ_ONLY && mode != null;
                safety = contradicts ? null : fallback.settings().safety();
                if (!contradicts) {
                    sources.put("safety", fallback.source());
                }
            }
            if (excluded.removeAll(urls)) {
                conflict(
                        "names what %s calls an address, and that decides where a call goes",
                        "volatile-arguments", "url-arguments");
            }
            ToolFacts facts = new ToolFacts(
                    name, safety == null ? ToolSafety.UNKNOWN : safety, mode, excluded, urls, secrets, timeout);
            return new DeclaredTool(facts, Collections.unmodifiableMap(sources), conflict);
        }

        private <T> @Nullable T first(String setting, Function<ToolSettings, @Nullable T> said) {
            for (ToolDeclaration declaration : declarations) {
                T value = said.apply(declaration.settings());
                if (value != null) {
                    sources.put(setting, declaration.source());
                    return value;
                }
            }
            return null;
        }

        private Set<String> paths(String setting, Function<ToolSettings, @Nullable Set<String>> said) {
            Set<String> paths = first(setting, said);
            return paths == null ? new LinkedHashSet<>() : new LinkedHashSet<>(paths);
        }

        private boolean isNearer(String setting, String other) {
            return index(setting) < index(other);
        }

        private int index(String setting) {
            String source = sources.get(setting);
            for (int i = 0; i < declarations.size(); i++) {
                if (declarations.get(i).source().equals(source)) {
                    return i;
                }
            }
            return declarations.size();
        }

        private void conflict(String text, String setting, String other) {
            conflict = new Conflict(setting, String.valueOf(sources.get(setting)), text.formatted(sources.get(other)));
        }
    }
}
