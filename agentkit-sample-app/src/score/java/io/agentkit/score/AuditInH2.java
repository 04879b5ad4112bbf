package io.agentkit.score;

import io.agentkit.audit.AuditEntry;
import io.agentkit.audit.AuditStore;
import io.agentkit.boot.AgentkitAutoConfiguration;
import io.agentkit.jdbc.AgentkitJdbcAutoConfiguration;
import java.nio.file.Path;
import org.h2.jdbcx.JdbcConnectionPool;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** An application that keeps its audit trail in an H2 file. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({AgentkitJdbcAutoConfiguration.class, AgentkitAutoConfiguration.class})
class AuditInH2 {

    @Bean(destroyMethod = "dispose")
    JdbcConnectionPool dataSource(Environment environment) {
        return JdbcConnectionPool.create(environment.getRequiredProperty("audit.url"), "sa", "");
    }

    /** @param entry what each thread appends again and again */
    static AuditLoad.Rate run(Path file, int threads, AuditEntry entry) throws InterruptedException {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(AuditInH2.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--spring.config.name=audit-score",
                        "--spring.main.banner-mode=off",
                        "--agentkit.stores.audit=jdbc",
                        "--agentkit.jdbc.initialize-schema=always",
                        "--audit.url=jdbc:h2:file:" + file.toAbsolutePath())) {
            AuditStore store = context.getBean(AuditStore.class);
            return AuditLoad.run(threads, thread -> store.append(entry), () -> store.find("none"));
        }
    }
}
