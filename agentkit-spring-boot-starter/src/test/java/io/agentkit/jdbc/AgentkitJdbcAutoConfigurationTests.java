package io.agentkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.audit.AuditStore;
import io.agentkit.audit.FileAuditStore;
import io.agentkit.audit.InMemoryAuditStore;
import io.agentkit.boot.AgentkitAutoConfiguration;
import io.agentkit.boot.InvalidConfigurationException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class AgentkitJdbcAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DataSourceAutoConfiguration.class,
                    AgentkitJdbcAutoConfiguration.class,
                    AgentkitAutoConfiguration.class));

    @TempDir
    private Path directory;

    private static boolean hasTable(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                ResultSet tables = connection.getMetaData().getTables(null, null, "%gentkit_idempotency", null)) {
            if (tables.next()) {
                return true;
            }
        }
        try (Connection connection = dataSource.getConnection();
                ResultSet tables = connection.getMetaData().getTables(null, null, "AGENTKIT_IDEMPOTENCY", null)) {
            return tables.next();
        }
    }

    private static String failure(AssertableApplicationContext context) {
        Throwable cause = context.getStartupFailure();
        while (cause != null && !(cause instanceof InvalidConfigurationException)) {
            cause = cause.getCause();
        }
        return cause instanceof InvalidConfigurationException invalid
                ? invalid.analysis().getDescription() + "\n"
                        + invalid.analysis().getAction()
                : "started, or failed otherwise";
    }

    @Test
    void leavesTheDatabaseAloneByDefault() {
        runner.run(context -> {
            assertThat(context).doesNotHaveBean(Database.class).doesNotHaveBean(JdbcSchemaInitializer.class);
            assertThat(hasTable(context.getBean(DataSource.class))).isFalse();
        });
    }

    @Test
    void createsTablesInAnEmbeddedDatabase() {
        runner.withPropertyValues("agentkit.store=jdbc").run(context -> {
            assertThat(context).hasSingleBean(Database.class);
            assertThat(hasTable(context.getBean(DataSource.class))).isTrue();
        });
    }

    @Test
    void isChosenForOneThingAlone() {
        runner.withPropertyValues("agentkit.stores.idempotency=jdbc")
                .run(context -> assertThat(context).hasSingleBean(Database.class));
        runner.withPropertyValues(
                        "agentkit.store=jdbc", "agentkit.stores.idempotency=memory", "agentkit.stores.audit=memory")
                .run(context -> assertThat(context).doesNotHaveBean(Database.class));
    }

    @Test
    void createsNoTablesInAServerUnlessToldTo() {
        DataSource server = TestDatabases.emptyPostgres();
        ApplicationContextRunner chosen =
                runner.withBean(DataSource.class, () -> server).withPropertyValues("agentkit.store=jdbc");

        chosen.run(context -> assertThat(hasTable(server)).isFalse());
        chosen.withPropertyValues("agentkit.jdbc.initialize-schema=always")
                .run(context -> assertThat(hasTable(server)).isTrue());
    }

    @Test
    void createsTablesASecondTimeWithoutHarm() {
        DataSource server = TestDatabases.emptyPostgres();
        ApplicationContextRunner chosen = runner.withBean(DataSource.class, () -> server)
                .withPropertyValues("agentkit.store=jdbc", "agentkit.jdbc.initialize-schema=always");

        chosen.run(context -> assertThat(context).hasNotFailed());
        chosen.run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void backsOffFromAnInitializerOfTheApplication() {
        runner.withPropertyValues("agentkit.store=jdbc")
                .withBean(
                        "mine",
                        JdbcSchemaInitializer.class,
                        () -> new JdbcSchemaInitializer(
                                TestDatabases.emptyH2(),
                                new io.agentkit.boot.AgentkitProperties.Jdbc(null, null, null, null, null, null)))
                .run(context -> assertThat(context)
                        .hasSingleBean(JdbcSchemaInitializer.class)
                        .hasBean("mine"));
    }

    @Test
    void takesTheDataSourceThatIsNamed() {
        DataSource one = TestDatabases.emptyH2();
        DataSource other = TestDatabases.emptyH2();

        runner.withBean("one", DataSource.class, () -> one)
                .withBean("other", DataSource.class, () -> other)
                .withPropertyValues(
                        "agentkit.store=jdbc",
                        "agentkit.jdbc.data-source=other",
                        "agentkit.jdbc.initialize-schema=always")
                .run(context -> {
                    assertThat(hasTable(one)).isFalse();
                    assertThat(hasTable(other)).isTrue();
                });
    }

    @Test
    void stopsTheStartWithoutADataSource() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(AgentkitJdbcAutoConfiguration.class, AgentkitAutoConfiguration.class))
                .withPropertyValues("agentkit.stores.idempotency=jdbc")
                .run(context -> assertThat(failure(context)).isEqualTo("""
                        The configuration of agentkit is not valid:

                            Property: agentkit.stores.idempotency
                            Value: "jdbc"
                            Origin: "agentkit.stores.idempotency" from property source "test"
                            Reason: There is no DataSource bean
                        Set 'spring.datasource.url', or declare a bean of type DataSource, or write 'memory'."""));
    }

    @Test
    void stopsTheStartWithoutBootsModule() {
        runner.withClassLoader(new FilteredClassLoader("org.springframework.boot.jdbc", "org.springframework.jdbc"))
                .withPropertyValues("agentkit.store=jdbc")
                .run(context -> assertThat(failure(context))
                        .contains("Property: agentkit.store", "Reason: 'spring-boot-jdbc' is not on the class path"));
    }

    @Test
    void stopsTheStartWhenItIsNotClearWhichDataSourceIsMeant() {
        ApplicationContextRunner two = runner.withBean("one", DataSource.class, TestDatabases::emptyH2)
                .withBean("other", DataSource.class, TestDatabases::emptyH2)
                .withPropertyValues("agentkit.store=jdbc");

        two.run(context -> assertThat(failure(context))
                .contains(
                        "Reason: There are several DataSource beans and none of them is primary",
                        "Write one of them at 'agentkit.jdbc.data-source': one, other."));
        two.withPropertyValues("agentkit.jdbc.data-source=third")
                .run(context -> assertThat(failure(context))
                        .contains(
                                "Property: agentkit.jdbc.data-source",
                                "Reason: There is no DataSource bean 'third'",
                                "DataSource beans: one, other."));
    }

    @Test
    void startsWithoutBootsModuleWhenNothingIsKeptThere() {
        runner.withClassLoader(new FilteredClassLoader("org.springframework.boot.jdbc", "org.springframework.jdbc"))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void keepsTheAuditInTheDatabaseOrInAFile() {
        runner.withPropertyValues("agentkit.store=jdbc")
                .run(context -> assertThat(context).getBean(AuditStore.class).isInstanceOf(JdbcAuditStore.class));
        runner.withPropertyValues("agentkit.stores.idempotency=jdbc")
                .run(context -> assertThat(context).getBean(AuditStore.class).isInstanceOf(InMemoryAuditStore.class));
        String file = directory.resolve("audit.jsonl").toString();
        runner.withPropertyValues("agentkit.store=jdbc", "agentkit.audit.file.path=" + file)
                .run(context -> assertThat(context).getBean(AuditStore.class).isInstanceOf(FileAuditStore.class));
        runner.withPropertyValues("agentkit.stores.audit=jdbc", "agentkit.audit.file.path=" + file)
                .run(context -> assertThat(context).hasFailed());
    }
}
