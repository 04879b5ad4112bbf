package io.agentkit.jdbc;

import io.agentkit.audit.AuditStore;
import io.agentkit.boot.AgentkitAutoConfiguration;
import io.agentkit.boot.AgentkitProperties;
import io.agentkit.boot.ConditionalOnStore;
import io.agentkit.boot.StoreKind;
import io.agentkit.idempotency.IdempotencyStore;
import io.agentkit.time.Time;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.DependsOn;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * Keeps what {@code agentkit.store} or {@code agentkit.stores} say in the database of the application.
 */
@AutoConfiguration(
        before = AgentkitAutoConfiguration.class,
        afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnClass({DataSource.class, JdbcOperations.class, DataSourceScriptDatabaseInitializer.class})
@ConditionalOnBean(DataSource.class)
@ConditionalOnStore(StoreKind.JDBC)
@EnableConfigurationProperties(AgentkitProperties.class)
public final class AgentkitJdbcAutoConfiguration {

    private static final Logger log = LoggerFactory.getLogger(AgentkitJdbcAutoConfiguration.class);

    /** Says what is missing in words of the configuration. */
    private static final String CHECK = "agentkitStoreCheck";

    @Bean
    @ConditionalOnMissingBean
    @DependsOn(CHECK)
    JdbcSchemaInitializer agentkitJdbcSchemaInitializer(BeanFactory beans, AgentkitProperties properties) {
        return new JdbcSchemaInitializer(dataSource(beans, properties), properties.jdbc());
    }

    @Bean
    @DependsOn(CHECK)
    @DependsOnDatabaseInitialization
    Database agentkitDatabase(BeanFactory beans, AgentkitProperties properties) {
        DataSource dataSource = dataSource(beans, properties);
        return new Database(
                dataSource, Dialect.of(dataSource), properties.jdbc().queryTimeout());
    }

    @Bean
    @ConditionalOnMissingBean(AuditStore.class)
    @ConditionalOnStore(value = StoreKind.JDBC, of = "audit")
    JdbcAuditStore agentkitAuditStore(
            Database database, AgentkitProperties properties, ObjectProvider<Time> time, Environment environment) {
        if (database.dialect() == Dialect.H2) {
            log.warn("The audit trail is in H2, which does not wait for the disk when it commits:"
                    + " what came last is lost when the machine stops. Use PostgreSQL, or 'agentkit.audit.file.path'.");
        }
        AgentkitProperties.AuditJdbc settings = properties.audit().jdbc();
        String node = settings.node() == null
                ? environment.getProperty("spring.application.name", "application")
                : settings.node();
        Time clock = time.getIfAvailable(Time::system);
        return new JdbcAuditStore(
                new AuditRows(database), new AuditAppend(database, node, settings.keep(), clock), clock);
    }

    @Bean
    @ConditionalOnMissingBean(IdempotencyStore.class)
    @ConditionalOnStore(value = StoreKind.JDBC, of = "idempotency")
    JdbcIdempotencyStore agentkitIdempotencyStore(Database database) {
        return new JdbcIdempotencyStore(database);
    }

    /** The one that the settings name, else the only or primary one. */
    private static DataSource dataSource(BeanFactory beans, AgentkitProperties properties) {
        String name = properties.jdbc().dataSource();
        return name == null ? beans.getBean(DataSource.class) : beans.getBean(name, DataSource.class);
    }
}
