package io.agentkit.boot;

import javax.sql.DataSource;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Stops the start when something is to be kept where it cannot be. */
final class StoreCheck {

    private static final String JDBC = "org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer";

    private static final ConfigurationPropertyName DATA_SOURCE =
            ConfigurationPropertyName.of("agentkit.jdbc.data-source");

    private final PropertyTree tree;
    private final StoreChoices choices;
    private final ConfigurableListableBeanFactory beans;

    StoreCheck(Environment environment, ConfigurableListableBeanFactory beans) {
        tree = new PropertyTree(environment);
        choices = new StoreChoices(environment);
        this.beans = beans;
    }

    /** @throws InvalidConfigurationException when there is no database, or none that is meant */
    void check() {
        for (String thing : StoreChoices.things()) {
            if (choices.of(thing) == StoreKind.JDBC) {
                checkJdbc(choices.decisive(thing));
            }
        }
    }

    private void checkJdbc(String property) {
        if (!ClassUtils.isPresent(JDBC, beans.getBeanClassLoader())) {
            throw complaint(property, "'spring-boot-jdbc' is not on the class path")
                    .remedy("Add 'spring-boot-starter-jdbc' and the driver of the database, or write 'memory'.");
        }
        String[] names = beans.getBeanNamesForType(DataSource.class, true, false);
        if (names.length == 0) {
            throw complaint(property, "There is no DataSource bean")
                    .remedy("Set 'spring.datasource.url', or declare a bean of type DataSource, or write 'memory'.");
        }
        String named = tree.text(DATA_SOURCE);
        if (named != null && !(beans.containsBean(named) && beans.isTypeMatch(named, DataSource.class))) {
            throw Complaint.about(
                            DATA_SOURCE.toString(),
                            tree.find(DATA_SOURCE),
                            "There is no DataSource bean '%s'".formatted(named))
                    .remedy("DataSource beans: %s.".formatted(String.join(", ", names)));
        }
        if (named == null && beans.getBeanProvider(DataSource.class).getIfUnique() == null) {
            throw complaint(property, "There are several DataSource beans and none of them is primary")
                    .remedy("Write one of them at 'agentkit.jdbc.data-source': %s."
                            .formatted(String.join(", ", names)));
        }
    }

    private Complaint complaint(String property, String reason) {
        return Complaint.about(property, tree.find(ConfigurationPropertyName.of(property)), reason);
    }
}
