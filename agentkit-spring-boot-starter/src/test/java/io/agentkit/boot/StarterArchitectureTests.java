package io.agentkit.boot;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Bean;

@AnalyzeClasses(
        packages = {"io.agentkit.boot", "io.agentkit.jdbc", "io.agentkit.runs", "io.agentkit.springai"},
        importOptions = ImportOption.DoNotIncludeTests.class)
class StarterArchitectureTests {

    @ArchTest
    static final ArchRule packages_have_no_cycles = slices().matching("io.agentkit.(**)")
            .should()
            .beFreeOfCycles()
            .because("a package that can be read alone is one that can be changed alone");

    @ArchTest
    static final ArchRule packages_are_null_marked = classes()
            .that()
            .haveSimpleName("package-info")
            .should()
            .beAnnotatedWith(NullMarked.class)
            .because("null is checked by the compiler only where the package says so");

    @ArchTest
    static final ArchRule auto_configurations_are_final = classes()
            .that()
            .areAnnotatedWith(AutoConfiguration.class)
            .should()
            .bePublic()
            .andShould()
            .haveModifier(JavaModifier.FINAL)
            .andShould()
            .haveSimpleNameEndingWith("AutoConfiguration")
            .because("only their names are for applications, to exclude them");

    @ArchTest
    static final ArchRule auto_configurations_have_no_public_methods = noMethods()
            .that()
            .areDeclaredInClassesThat()
            .areAnnotatedWith(AutoConfiguration.class)
            .should()
            .bePublic()
            .because("beans are found by type and name, never by calling their methods");

    @ArchTest
    static final ArchRule bean_methods_are_hidden = methods()
            .that()
            .areAnnotatedWith(Bean.class)
            .should()
            .bePackagePrivate()
            .because("beans are found by type and name, never by calling their methods");

    @ArchTest
    static final ArchRule class_conditions_sit_on_classes = noMethods()
            .should()
            .beAnnotatedWith(ConditionalOnClass.class)
            .because("the signature of the method would load what is absent; use a configuration of its own");

    @ArchTest
    static final ArchRule properties_are_records = classes()
            .that()
            .areAnnotatedWith(ConfigurationProperties.class)
            .should()
            .beRecords()
            .because("settings do not change after the start");

    @ArchTest
    static final ArchRule chains_do_not_know_their_bridges = noClasses()
            .that()
            .resideInAPackage("io.agentkit.boot..")
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                    "io.agentkit.springai..", "io.agentkit.runs..", "org.springframework.ai..", "reactor.."))
            .because("an application without Spring AI has chains too");

    @ArchTest
    static final ArchRule only_endpoints_know_the_actuator = noClasses()
            .that()
            .resideOutsideOfPackage("io.agentkit.boot.endpoint..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("org.springframework.boot.actuate.."))
            .because("the actuator may be excluded");

    @ArchTest
    static final ArchRule letters_change_case_in_no_language = noClasses()
            .should()
            .callMethod(String.class, "toLowerCase")
            .orShould()
            .callMethod(String.class, "toUpperCase")
            .because("an I is no i in Turkish: give Locale.ROOT");

    @ArchTest
    static final ArchRule clocks_are_injected = noClasses()
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Thread.class, "sleep", long.class)
            .because("tests must never wait: use io.agentkit.time.Time");

    @ArchTest
    static final ArchRule streams_of_the_process_are_left_alone =
            GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

    @ArchTest
    static final ArchRule nothing_is_injected_into_fields = GeneralCodingRules.NO_CLASSES_SHOULD_USE_FIELD_INJECTION;

    @ArchTest
    static final ArchRule money_is_never_binary = noFields()
            .that()
            .haveNameMatching("(?i).*(usd|dollar|price|cost|money).*")
            .should()
            .haveRawType(double.class)
            .orShould()
            .haveRawType(Double.class)
            .orShould()
            .haveRawType(float.class)
            .because("a tenth has no binary form");

    @ArchTest
    static final ArchRule nothing_changes_behind_static =
            fields().that().areStatic().should().beFinal().because("two contexts in one JVM must not meet");
}
