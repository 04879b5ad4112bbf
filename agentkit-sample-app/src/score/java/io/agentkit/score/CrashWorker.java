package io.agentkit.score;

import io.agentkit.AgentKit;
import io.agentkit.AgentKitException;
import io.agentkit.Handler;
import io.agentkit.Run;
import io.agentkit.boot.AgentkitAutoConfiguration;
import io.agentkit.boot.Chains;
import io.agentkit.jdbc.AgentkitJdbcAutoConfiguration;
import io.agentkit.runs.AgentkitRunsAutoConfiguration;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * An application that charges one order after the other until it is killed: {@code DIRECTORY URL}. Orders that were under way when the last
 * one died are charged again, by the same call of the model. The tool notes each of its effects in {@code effects}, and the application each
 * answer in {@code answers}.
 */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    AgentkitJdbcAutoConfiguration.class,
    AgentkitAutoConfiguration.class,
    AgentkitRunsAutoConfiguration.class
})
class CrashWorker {

    static final int THREADS = 8;

    /** So many orders that were answered are charged again besides. */
    private static final int REPEATED = 20;

    private static final ToolFacts CHARGE = new ToolFacts("charge", ToolSafety.SIDE_EFFECT);

    @Bean
    DataSource dataSource(Environment environment) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(environment.getRequiredProperty("crash.url"));
        return source;
    }

    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        AtomicLong next = new AtomicLong(first(directory));
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(CrashWorker.class)
                        .web(WebApplicationType.NONE)
                        .run(
                                "--spring.config.name=crash-score",
                                "--spring.main.banner-mode=off",
                                "--logging.level.root=error",
                                "--agentkit.tool.chain=audit,idempotent",
                                "--agentkit.tool.idempotent.lease=1s",
                                "--agentkit.tool.idempotent.max-wait=10s",
                                "--agentkit.stores.idempotency=jdbc",
                                "--agentkit.jdbc.initialize-schema=always",
                                "--agentkit.audit.file.path=" + directory.resolve("audit.jsonl"),
                                "--agentkit.audit.file.rotate-size=256KB",
                                "--crash.url=" + args[1]);
                CrashLines effects = new CrashLines(directory.resolve("effects"));
                CrashLines answers = new CrashLines(directory.resolve("answers"))) {
            Handler<ToolRequest, ToolResult> charge = context.getBean(Chains.class)
                    .tool()
                    .around(attempt -> {
                        String order = attempt.request().arguments();
                        effects.add(order);
                        return ToolResult.of("charged " + order);
                    });
            AgentKit agentKit = context.getBean(AgentKit.class);
            Thread[] threads = new Thread[THREADS];
            for (int i = 0; i < THREADS; i++) {
                threads[i] = new Thread(() -> {
                    while (true) {
                        charge(agentKit, charge, next.getAndIncrement(), answers);
                    }
                });
                threads[i].start();
            }
            System.out.println("ready");
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    /** The first order that was not answered, or a little before. */
    private static long first(Path directory) throws Exception {
        Set<String> answered = new HashSet<>();
        for (String answer : CrashLines.read(directory.resolve("answers"))) {
            answered.add(answer.substring(0, answer.indexOf(' ')));
        }
        long first = 0;
        while (answered.contains(String.valueOf(first))) {
            first++;
        }
        return Math.max(0, first - REPEATED);
    }

    private static void charge(
            AgentKit agentKit, Handler<ToolRequest, ToolResult> charge, long order, CrashLines answers) {
        String run = "order-" + order;
        try (Run open = agentKit.run(spec -> spec.id(run))) {
            ToolResult result =
                    charge.call(ToolRequest.of(CHARGE, "call-" + order, run + "/1/0/charge", String.valueOf(order)));
            answers.add(order + " " + result.cacheStatus() + " " + result.text());
        } catch (AgentKitException failure) {
            answers.add(order + " " + failure.kind() + " -");
        }
    }
}
