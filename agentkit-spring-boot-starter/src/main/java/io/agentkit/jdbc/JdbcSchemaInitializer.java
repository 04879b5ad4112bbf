package io.agentkit.jdbc;

import io.agentkit.boot.AgentkitProperties;
import javax.sql.DataSource;
import org.springframework.boot.jdbc.init.DatabaseInitializationProperties;
import org.springframework.boot.jdbc.init.PropertiesBasedDataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.DatabaseInitializationMode;

/**
 * Creates the tables of the stores where they are missing, as {@code agentkit.jdbc.initialize-schema} says. Declare a bean of this type to
 * do it otherwise.
 */
public class JdbcSchemaInitializer
        extends PropertiesBasedDataSourceScriptDatabaseInitializer<DatabaseInitializationProperties> {

    /** Where the scripts are, one for each database. */
    public static final String DEFAULT_SCHEMA = "classpath:io/agentkit/jdbc/schema-@@platform@@.sql";

    public JdbcSchemaInitializer(DataSource dataSource, AgentkitProperties.Jdbc settings) {
        super(dataSource, properties(settings));
    }

    private static DatabaseInitializationProperties properties(AgentkitProperties.Jdbc settings) {
        DatabaseInitializationProperties properties = new DatabaseInitializationProperties() {
            @Override
            public String getDefaultSchemaLocation() {
                return DEFAULT_SCHEMA;
            }
        };
        properties.setInitializeSchema(
                DatabaseInitializationMode.valueOf(settings.initializeSchema().name()));
        properties.setContinueOnError(settings.continueOnError());
        if (settings.schema() != null) {
            properties.setSchema(settings.schema());
        }
        if (settings.platform() != null) {
            properties.setPlatform(settings.platform());
        }
        return properties;
    }
}
