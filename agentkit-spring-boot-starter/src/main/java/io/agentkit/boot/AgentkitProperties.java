package io.agentkit.boot;

import io.agentkit.ErrorKind;
import io.agentkit.RecentRuns;
import io.agentkit.RunHistory;
import io.agentkit.audit.AuditFileSettings;
import io.agentkit.audit.AuditSpec;
import io.agentkit.audit.AuditStore;
import io.agentkit.audit.AuditSync;
import io.agentkit.audit.FileAuditStore;
import io.agentkit.audit.InMemoryAuditStore;
import io.agentkit.cache.ChatMemoizeSpec;
import io.agentkit.cache.MemoizeSpec;
import io.agentkit.cache.semantic.SemanticMemoizeSpec;
import io.agentkit.coerce.OutputCoerceSpec;
import io.agentkit.compaction.CompactionSpec;
import io.agentkit.egress.EgressSpec;
import io.agentkit.idempotency.IdempotentSpec;
import io.agentkit.limit.DepthLimitSpec;
import io.agentkit.limit.RateLimitSpec;
import io.agentkit.limit.RateLimiterSpec;
import io.agentkit.observe.ToolLogSpec;
import io.agentkit.observe.TracingSpec;
import io.agentkit.price.CatalogueSpec;
import io.agentkit.price.Rates;
import io.agentkit.resilience.FallbackSpec;
import io.agentkit.resilience.HedgeSpec;
import io.agentkit.resilience.RetrySpec;
import io.agentkit.resilience.TimeoutSpec;
import io.agentkit.safety.ApprovalSpec;
import io.agentkit.safety.ChatSecuritySpec;
import io.agentkit.safety.PolicySpec;
import io.agentkit.safety.SecuritySpec;
import io.agentkit.spend.BudgetSpec;
import io.agentkit.spend.CostSpec;
import io.agentkit.spend.MeterSpec;
import io.agentkit.store.FileRunLedger;
import io.agentkit.store.RunSync;
import io.agentkit.time.Time;
import io.agentkit.tool.IdempotencyMode;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolSafety;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * All settings below {@code agentkit}.
 *
 * @param enabled Whether calls go through chains at all.
 * @param chat Chain around calls of models, where nothing else is assigned.
 * @param tool Chain around calls of tools, where nothing else is assigned.
 * @param budgets Limits of what calls may use, by name.
 * @param rateLimiters Limiters that chains share, by name.
 * @param pricing What models cost.
 * @param chains Further pairs of chains, by name.
 * @param assign Which pair of chains is used where.
 * @param springAi Bridge to Spring AI.
 * @param audit Where records of tool calls are kept.
 * @param runs Where a run that the application did not open takes its scope from, and what outlives runs.
 * @param store Where things are kept of which 'stores' says nothing: in memory by default. What has no such store stays in memory.
 * @param stores Where each thing is kept.
 * @param jdbc The database that stores of kind 'jdbc' use.
 */
@ConfigurationProperties("agentkit")
public record AgentkitProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue Chat chat,
        @DefaultValue Tool tool,
        @DefaultValue Map<String, BudgetSpec> budgets,
        @DefaultValue Map<String, RateLimiterSpec> rateLimiters,
        @DefaultValue Prices pricing,
        @DefaultValue Map<String, Pair> chains,
        @DefaultValue Assign assign,
        @DefaultValue SpringAi springAi,
        @DefaultValue Audit audit,
        @DefaultValue Runs runs,
        @Nullable StoreKind store,
        @DefaultValue Stores stores,
        @DefaultValue Jdbc jdbc) {

    public AgentkitProperties {
        budgets = eachOnce(budgets);
        rateLimiters = eachOnce(rateLimiters);
        if (stores.audit() == StoreKind.JDBC && audit.file().path() != null) {
            throw new IllegalArgumentException(
                    "'stores.audit' says jdbc, and 'audit.file' has a 'path': only one of them can keep the records");
        }
    }

    /** An environment variable has no dashes, so what it changes comes a second time, with another name and the same settings. */
    private static <T> Map<String, T> eachOnce(Map<String, T> named) {
        Map<String, T> each = new LinkedHashMap<>(named);
        named.forEach((name, settings) -> {
            String plain = plain(name);
            each.keySet()
                    .removeIf(other -> other.length() < name.length()
                            && plain(other).equals(plain)
                            && settings.equals(named.get(other)));
        });
        return Collections.unmodifiableMap(each);
    }

    private static String plain(String name) {
        return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }

    /**
     * A chain around calls of models: the list, and a block of settings for each middleware.
     *
     * @param chain Middlewares, outermost first: names of built-in ones, or bean names of the application's own.
     * @param tracing Puts an observation around each call.
     * @param memoize Uses answers to equal requests again.
     * @param meter Keeps the budgets.
     * @param cost Counts money and tokens.
     * @param compaction Makes conversations shorter that have grown too long.
     * @param depthLimit Refuses agents that are nested too deeply, and tools that are asked for without an end.
     * @param semanticMemoize Uses answers again to questions that mean the same.
     * @param rateLimit Has requests wait for their turn.
     * @param fallback Asks the next model when one fails.
     * @param hedge Asks a second model when the first is slow.
     * @param outputCoerce Makes answers what a schema or a type says.
     * @param retry Tries again what failed for a reason that may pass.
     * @param timeout Ends what takes too long.
     * @param security Looks for attacks in what reaches the model.
     */
    @ConfigurationPropertiesSource
    public record Chat(
            @Nullable List<String> chain,
            @NestedConfigurationProperty @Nullable TracingSpec tracing,
            @NestedConfigurationProperty @Nullable ChatMemoizeSpec memoize,
            @NestedConfigurationProperty @Nullable MeterSpec meter,
            @NestedConfigurationProperty @Nullable CostSpec cost,
            @NestedConfigurationProperty @Nullable CompactionSpec compaction,
            @NestedConfigurationProperty @Nullable DepthLimitSpec depthLimit,
            @NestedConfigurationProperty @Nullable SemanticMemoizeSpec semanticMemoize,
            @NestedConfigurationProperty @Nullable RateLimitSpec rateLimit,
            @NestedConfigurationProperty @Nullable FallbackSpec fallback,
            @NestedConfigurationProperty @Nullable HedgeSpec hedge,
            @NestedConfigurationProperty @Nullable OutputCoerceSpec outputCoerce,
            @NestedConfigurationProperty @Nullable RetrySpec retry,
            @NestedConfigurationProperty @Nullable TimeoutSpec timeout,
            @NestedConfigurationProperty @Nullable ChatSecuritySpec security) {}

    /**
     * A chain around calls of tools: the list, and a block of settings for each middleware.
     *
     * @param chain Middlewares, outermost first: names of built-in ones, or bean names of the application's own.
     * @param tools What is known about each tool, by its name; {@code *} in a name stands for anything, and the exact name comes first.
     * @param defaultSafety What a second call does to the world, for tools of which nobody said it.
     * @param tracing Puts an observation around each call.
     * @param audit Keeps a record of each call.
     * @param idempotent Makes a call that has an effect once.
     * @param toolLog Writes a line to the log for each call.
     * @param memoize Uses results again of tools that change nothing.
     * @param policy Refuses tools that may not be called.
     * @param approval Has a person agree first.
     * @param security Marks what tools give back as data that nobody vouches for.
     * @param meter Keeps the budgets.
     * @param depthLimit Refuses agents that are nested too deeply, and the same call again and again.
     * @param egress Refuses calls that would reach private networks, cloud metadata or hosts that are not allowed.
     * @param rateLimit Has calls wait for their turn.
     * @param retry Tries again what failed for a reason that may pass.
     * @param timeout Ends what takes too long.
     */
    @ConfigurationPropertiesSource
    public record Tool(
            @Nullable List<String> chain,
            @DefaultValue Map<String, ToolSettings> tools,
            @Nullable ToolSafety defaultSafety,
            @NestedConfigurationProperty @Nullable TracingSpec tracing,
            @NestedConfigurationProperty @Nullable AuditSpec audit,
            @NestedConfigurationProperty @Nullable IdempotentSpec idempotent,
            @NestedConfigurationProperty @Nullable ToolLogSpec toolLog,
            @NestedConfigurationProperty @Nullable MemoizeSpec memoize,
            @NestedConfigurationProperty @Nullable PolicySpec policy,
            @NestedConfigurationProperty @Nullable ApprovalSpec approval,
            @NestedConfigurationProperty @Nullable SecuritySpec security,
            @NestedConfigurationProperty @Nullable MeterSpec meter,
            @NestedConfigurationProperty @Nullable DepthLimitSpec depthLimit,
            @NestedConfigurationProperty @Nullable EgressSpec egress,
            @NestedConfigurationProperty @Nullable RateLimitSpec rateLimit,
            @NestedConfigurationProperty @Nullable RetrySpec retry,
            @NestedConfigurationProperty @Nullable TimeoutSpec timeout) {}

    /**
     * What somebody says about a tool: the configuration, its code or its server. Arguments are named by their path: {@code url}, or
     * {@code source.url} for a member of an object; elements of a list have the path of the list.
     *
     * @param safety What a second call does to the world.
     * @param idempotency What makes two calls the same one, so that the second gets the result of the first.
     * @param volatileArguments Arguments that say nothing about what the call does, such as a time stamp: left out where calls are compared.
     * @param urlArguments Arguments that name an address the tool will reach: {@code egress} checks them.
     * @param secretArguments Arguments that are masked wherever arguments are kept or shown.
     * @param timeout Longest that {@code timeout} lets one call take, in place of its total.
     */
    @ConfigurationPropertiesSource
    public record ToolSettings(
            @Nullable ToolSafety safety,
            @Nullable IdempotencyMode idempotency,
            @Nullable Set<String> volatileArguments,
            @Nullable Set<String> urlArguments,
            @Nullable Set<String> secretArguments,
            @Nullable Duration timeout) {

        /** @throws IllegalArgumentException when one of the settings, or all of them together, cannot be meant */
        public ToolSettings {
            new ToolFacts(
                    "",
                    safety == null ? ToolSafety.UNKNOWN : safety,
                    idempotency,
                    volatileArguments == null ? Set.of() : volatileArguments,
                    urlArguments == null ? Set.of() : urlArguments,
                    secretArguments == null ? Set.of() : secretArguments,
                    timeout);
        }
    }

    /**
     * What models cost.
     *
     * @param models US dollars per million tokens, by the name of the model, which may begin with a provider ({@code azure/gpt-4o}); they
     *     come before imported prices and those that agentkit brings.
     * @param imports Catalogues of prices to import; the first that knows a model decides.
     */
    public record Prices(
            @DefaultValue Map<String, Rates> models,
            @DefaultValue List<CatalogueSpec> imports) {}

    /**
     * A named pair of chains.
     *
     * @param chat Chain around calls of models.
     * @param tool Chain around calls of tools.
     */
    @ConfigurationPropertiesSource
    public record Pair(@Nullable Chat chat, @Nullable Tool tool) {}

    /**
     * Which pair of chains is used where.
     *
     * @param models Name of the pair for a model, by the name of the model's bean.
     */
    public record Assign(@DefaultValue Map<String, String> models) {}

    /**
     * The bridge to Spring AI.
     *
     * @param excludeBeans Names of beans that are left as they are.
     * @param trustedMcpServers Names of connections to MCP servers that are believed when they hint that a tool does no harm; none by
     *     default.
     * @param parallelTools How many tools that one reply asks for are called at a time, where Spring AI calls them; at least 1. One after the
     *     other by default.
     * @param toolErrors What happens when a tool's call is refused or ends with an error of agentkit's, by the kind of the error. By default
     *     budgets, depth, turns, cancellation, configuration and stores end the turn, and all others are told to the model.
     */
    public record SpringAi(
            @DefaultValue Set<String> excludeBeans,
            @DefaultValue Set<String> trustedMcpServers,
            @DefaultValue("1") int parallelTools,
            @DefaultValue Map<ErrorKind, OnToolError> toolErrors) {

        public SpringAi {
            if (parallelTools < 1) {
                throw new IllegalArgumentException(
                        "'parallelTools' must be at least 1 (was %d)".formatted(parallelTools));
            }
        }
    }

    /** What an error in place of a tool's result leads to. */
    public enum OnToolError {
        /** The call of the client fails with it. */
        END_TURN,
        /** The model reads it as the result, where Spring AI's own settings have the last word. */
        TELL_MODEL
    }

    /**
     * Where a run that the application did not open takes its scope from, and what outlives runs.
     *
     * @param tenantFrom Source of the tenant.
     * @param userFrom Source of the user.
     * @param ledger Where is kept what runs used, so that one which is gone on with under its id keeps to its limits.
     */
    public record Runs(
            @Nullable Source tenantFrom,
            @Nullable Source userFrom,
            @DefaultValue Ledger ledger) {}

    /**
     * Where is kept what runs used.
     *
     * @param file The file, for one process at a time; without one there is no ledger: runs of one id share what they used in this process only.
     * @param sync When what was written to the file has to be on the disk. Always by default, before the request goes on.
     * @param keep How long a run is kept in the file that nobody uses. 30 days by default.
     */
    public record Ledger(
            @Nullable String file,
            @Nullable RunSync sync,
            @Nullable Duration keep) {

        public Ledger {
            if (file == null && sync != null) {
                throw new IllegalArgumentException("'sync' is about a file, and 'file' names none");
            }
            if (file == null && keep != null) {
                throw new IllegalArgumentException("'keep' is about a file, and 'file' names none");
            }
            if (file != null && file.isBlank()) {
                throw new IllegalArgumentException("'file' must name a file (was blank)");
            }
            if (keep != null && (keep.isNegative() || keep.isZero())) {
                throw new IllegalArgumentException("'keep' must be more than zero (was %s)".formatted(keep));
            }
        }

        /** Opens it. */
        RunHistory open(Time time) {
            if (file == null) {
                return new RecentRuns();
            }
            return new FileRunLedger(
                    Path.of(file),
                    sync == null ? RunSync.ALWAYS : sync,
                    keep == null ? FileRunLedger.DEFAULT_KEEP : keep,
                    time);
        }
    }

    /**
     * Where records of tool calls are kept.
     *
     * @param memoryRecords How many entries are kept in memory before the oldest goes, where nothing else keeps them. 10,000 by default.
     * @param file Files that the records are kept in.
     * @param jdbc The database, where that keeps the records.
     */
    public record Audit(
            @Nullable Integer memoryRecords,
            @DefaultValue AuditFile file,
            @DefaultValue AuditJdbc jdbc) {

        public Audit {
            if (memoryRecords != null && memoryRecords < 1) {
                throw new IllegalArgumentException(
                        "'memoryRecords' must be at least 1 (was %d)".formatted(memoryRecords));
            }
            if (memoryRecords != null && file.path() != null) {
                throw new IllegalArgumentException("'memoryRecords' is about memory, and 'file' has a 'path'");
            }
        }

        /** Opens it. */
        AuditStore open(Time time) {
            String path = file.path();
            if (path != null) {
                return new FileAuditStore(Path.of(path), file.settings(), time);
            }
            return new InMemoryAuditStore(memoryRecords == null ? InMemoryAuditStore.DEFAULT_CAPACITY : memoryRecords);
        }
    }

    /**
     * Records of tool calls in the database.
     *
     * @param node Whose chain this process appends to; processes may share one, and wait for each other then. The name of the application
     *     by default.
     * @param keep How long entries are kept at least. For ever by default.
     */
    public record AuditJdbc(@Nullable String node, @Nullable Duration keep) {

        private static final int LONGEST = 255;

        public AuditJdbc {
            if (node != null && (node.isBlank() || node.length() > LONGEST)) {
                throw new IllegalArgumentException("'node' must have 1 to %d characters (had %d)"
                        .formatted(LONGEST, node.strip().length()));
            }
            AuditFile.positive("keep", keep);
        }
    }

    /**
     * Files that records of tool calls are kept in.
     *
     * @param path The file that is written, such as {@code data/audit.jsonl}, for one process at a time; those put aside stand beside it.
     * @param sync When it has to be on the disk. Always by default: before a tool acts on the world and before its result is used.
     * @param syncInterval How often it is synchronized with {@code sync: interval}. 1 second by default.
     * @param rotateSize How large the file grows before it is put aside. 16 MB by default.
     * @param rotateAfter How old it gets. 1 day by default where {@code keep} is set, else any age.
     * @param keep How long entries are kept at least; whole files are removed. For ever by default.
     */
    public record AuditFile(
            @Nullable String path,
            @Nullable AuditSync sync,
            @Nullable Duration syncInterval,
            @Nullable DataSize rotateSize,
            @Nullable Duration rotateAfter,
            @Nullable Duration keep) {

        private static final DataSize SMALLEST = DataSize.ofKilobytes(4);

        public AuditFile {
            if (path != null && path.isBlank()) {
                throw new IllegalArgumentException("'path' must name a file (was blank)");
            }
            needsPath(path, "sync", sync);
            needsPath(path, "syncInterval", syncInterval);
            needsPath(path, "rotateSize", rotateSize);
            needsPath(path, "rotateAfter", rotateAfter);
            needsPath(path, "keep", keep);
            if (syncInterval != null && sync != AuditSync.INTERVAL) {
                throw new IllegalArgumentException("'syncInterval' is for 'sync: interval'");
            }
            if (rotateSize != null && rotateSize.compareTo(SMALLEST) < 0) {
                throw new IllegalArgumentException(
                        "'rotateSize' must be at least %s (was %s)".formatted(SMALLEST, rotateSize));
            }
            positive("syncInterval", syncInterval);
            positive("rotateAfter", rotateAfter);
            positive("keep", keep);
        }

        private static void needsPath(@Nullable String path, String name, @Nullable Object value) {
            if (path == null && value != null) {
                throw new IllegalArgumentException("'%s' is about a file, and 'path' names none".formatted(name));
            }
        }

        private static void positive(String name, @Nullable Duration value) {
            if (value != null && (value.isNegative() || value.isZero())) {
                throw new IllegalArgumentException("'%s' must be more than zero (was %s)".formatted(name, value));
            }
        }

        AuditFileSettings settings() {
            return new AuditFileSettings(
                    sync, syncInterval, rotateSize == null ? null : rotateSize.toBytes(), rotateAfter, keep);
        }
    }

    /**
     * Where each thing is kept.
     *
     * @param idempotency Marks and results of tool calls, for 'idempotent'.
     * @param audit Records of tool calls.
     */
    public record Stores(
            @Nullable StoreKind idempotency, @Nullable StoreKind audit) {}

    /**
     * The database that stores of kind 'jdbc' use: H2 or PostgreSQL.
     *
     * @param dataSource Name of the DataSource bean; the only or the primary one by default.
     * @param initializeSchema When missing tables are created. In embedded databases by default.
     * @param schema Script that creates the tables. One that comes with agentkit by default.
     * @param platform Platform in the name of the script, in place of {@code @@platform@@}. That of the database by default.
     * @param continueOnError Whether to go on when the script fails. Not by default.
     * @param queryTimeout Longest time that a statement may take, in whole seconds. 5 seconds by default.
     */
    public record Jdbc(
            @Nullable String dataSource,
            InitializeSchema initializeSchema,
            @Nullable String schema,
            @Nullable String platform,
            Boolean continueOnError,
            Duration queryTimeout) {

        private static final Duration DEFAULT_QUERY_TIMEOUT = Duration.ofSeconds(5);

        public Jdbc(
                @Nullable String dataSource,
                @Nullable InitializeSchema initializeSchema,
                @Nullable String schema,
                @Nullable String platform,
                @Nullable Boolean continueOnError,
                @Nullable Duration queryTimeout) {
            this.dataSource = dataSource;
            this.initializeSchema = Objects.requireNonNullElse(initializeSchema, InitializeSchema.EMBEDDED);
            this.schema = schema;
            this.platform = platform;
            this.continueOnError = Objects.requireNonNullElse(continueOnError, false);
            this.queryTimeout = Objects.requireNonNullElse(queryTimeout, DEFAULT_QUERY_TIMEOUT);
            if (this.queryTimeout.compareTo(Duration.ofSeconds(1)) < 0
                    || this.queryTimeout.compareTo(Duration.ofHours(1)) > 0) {
                throw new IllegalArgumentException(
                        "'queryTimeout' must be from 1 second to 1 hour (was %s)".formatted(this.queryTimeout));
            }
        }
    }

    /** When missing tables are created, as in Spring Boot. */
    public enum InitializeSchema {
        /** Always. */
        ALWAYS,
        /** In a database that lives within this process. */
        EMBEDDED,
        /** Never: by Flyway or Liquibase, or by hand. */
        NEVER
    }

    /** Where a value of a run's scope can come from. Another source is a bean of type {@code RunDefaults}. */
    public enum Source {
        /** The name of the authenticated principal. */
        PRINCIPAL
    }
}
