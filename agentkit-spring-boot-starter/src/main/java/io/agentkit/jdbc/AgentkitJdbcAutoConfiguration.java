package io.agentkit.jdbc;

import io.agentkit.boot.AgentkitAutoConfiguration;
import io.agentkit.boot.AgentkitProperties;
import io.agentkit.boot.ConditionalOnStore;
import io.agentkit.boot.StoreKind;
import javax.sql.DataSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.DependsOn;
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

    /** The one that the settings name, else the only or primary one. */
    private static DataSource dataSource(BeanFactory beans, AgentkitProperties properties) {
        String name = properties.jdbc().dataSource();
        return name == null ? beans.getBean(DataSource.class) : beans.getBean(name, DataSource.class);
    }
}
