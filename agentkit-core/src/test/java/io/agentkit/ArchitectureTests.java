package io.agentkit;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.GeneralCodingRules;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.agentkit.audit.VerifyAudit;
import io.agentkit.spec.MiddlewareSpec;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

@AnalyzeClasses(packages = "io.agentkit", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

    private static final String[] CONCERNS = Stream.of(
                    "resilience",
                    "limit",
                    "spend",
                    "cache",
                    "safety",
                    "egress",
                    "compaction",
                    "coerce",
                    "observe",
                    "audit",
                    "idempotency")
            .map(name -> "io.agentkit." + name + "..")
            .toArray(String[]::new);

    private static final String MONEY = "(?i).*(usd|dollar|price|cost|money).*";

    @ArchTest
    static final ArchRule packages_have_no_cycles = slices().assignedFrom(packages())
            .should()
            .beFreeOfCycles()
            .because("a package that can be read alone is one that can be changed alone");

    @ArchTest
    static final ArchRule concerns_are_strangers = slices().assignedFrom(concerns())
            .should()
            .notDependOnEachOther()
            .because(
                    "middlewares meet in a chain, by hooks and by what rides on calls and replies, so that any order of any of them works");

    @ArchTest
    static final ArchRule only_the_catalog_knows_all_concerns = noClasses()
            .that(not(resideInAnyPackage(CONCERNS)).and(not(resideInAPackage("io.agentkit.catalog.."))))
            .should()
            .dependOnClassesThat(resideInAnyPackage(CONCERNS))
            .because("the primitives must not favour one middleware");

    @ArchTest
    static final ArchRule spring_stays_outside = noClasses()
            .should()
            .dependOnClassesThat(resideInAPackage("org.springframework..")
                    .and(not(resideInAnyPackage("org.springframework.retry..", "org.springframework.classify..")))
                    .and(not(resideInAPackage("org.springframework.boot.context.properties.."))))
            .because(
                    "every middleware works in plain Java; Boot's annotations only describe settings and need no class at run time");

    @ArchTest
    static final ArchRule spring_retry_is_for_retry = noClasses()
            .that()
            .resideOutsideOfPackage("io.agentkit.resilience..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("org.springframework.retry..", "org.springframework.classify.."))
            .because("one concern uses it, and it can be replaced there");

    @ArchTest
    static final ArchRule bucket4j_is_for_rates = noClasses()
            .that()
            .resideOutsideOfPackage("io.agentkit.limit..")
            .should()
            .dependOnClassesThat(resideInAPackage("io.github.bucket4j.."))
            .because("one concern uses it, and it can be replaced there");

    @ArchTest
    static final ArchRule ipaddress_is_for_egress = noClasses()
            .that()
            .resideOutsideOfPackage("io.agentkit.egress..")
            .should()
            .dependOnClassesThat(resideInAPackage("inet.ipaddr.."))
            .because("one concern uses it, and it can be replaced there");

    /**
     * With as many as fill its table to the brim, Boot's processor may come by one of them twice, and the compiler fails at random. Annotate
     * one more type, or one less.
     */
    @ArchTest
    static void boots_processor_gets_on_with_the_number_of_annotated_types(JavaClasses classes) {
        long annotated = classes.stream()
                .filter(type -> type.isAnnotatedWith(ConfigurationPropertiesSource.class))
                .count();

        assertThat(annotated).isNotIn(13L, 25L, 49L, 97L);
    }

    @ArchTest
    static final ArchRule resilience4j_is_for_breakers = noClasses()
            .that()
            .resideOutsideOfPackage("io.agentkit.resilience..")
            .should()
            .dependOnClassesThat(resideInAPackage("io.github.resilience4j.."))
            .because("one concern uses it, and it can be replaced there");

    @ArchTest
    static final ArchRule only_annotations_of_boot_are_used = noClasses()
            .should()
            .dependOnClassesThat(resideInAPackage("org.springframework.boot..").and(not(annotations())))
            .because("an annotation whose class is absent is ignored at run time, anything else is not");

    @ArchTest
    static final ArchRule clocks_are_read_in_one_place =
            ClockRules.onlyTimeReadsClocks().because("tests must never wait, and time must be one value in a call");

    @ArchTest
    static final ArchRule middlewares_are_final_and_hidden = classes()
            .that(assignableTo(Middleware.class).and(not(abstractOnes())))
            .should()
            .bePackagePrivate()
            .andShould()
            .haveModifier(JavaModifier.FINAL)
            .because("applications use the spec; what is behind it can change then");

    @ArchTest
    static final ArchRule specs_are_public_records = classes()
            .that(assignableTo(MiddlewareSpec.class).and(not(abstractOnes())))
            .should()
            .bePublic()
            .andShould()
            .beRecords()
            .andShould()
            .haveSimpleNameEndingWith("Spec")
            .because("the same record is the YAML block, the Java API and what the actuator shows");

    @ArchTest
    static final ArchRule case_changes_name_their_locale = noClasses()
            .should()
            .callMethod(String.class, "toLowerCase")
            .orShould()
            .callMethod(String.class, "toUpperCase")
            .because("in Turkey an I is not an i");

    @ArchTest
    static final ArchRule nothing_is_printed = noClasses()
            .that(not(type(VerifyAudit.class)))
            .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS)
            .because("applications configure loggers; a command has nothing else to answer with");

    @ArchTest
    static final ArchRule no_stack_trace_is_printed = noClasses()
            .should()
            .callMethod(Throwable.class, "printStackTrace")
            .because("applications configure loggers");

    @ArchTest
    static final ArchRule money_is_never_binary = noFields()
            .that()
            .haveNameMatching(MONEY)
            .should()
            .haveRawType(double.class)
            .orShould()
            .haveRawType(float.class)
            .orShould()
            .haveRawType(Double.class)
            .orShould()
            .haveRawType(Float.class)
            .because("a million tenths of a cent are 1,000 dollars, exactly");

    @ArchTest
    static final ArchRule money_is_never_returned_as_binary = noMethods()
            .that(nameMatching(MONEY))
            .should()
            .haveRawReturnType(double.class)
            .orShould()
            .haveRawReturnType(float.class)
            .because("a million tenths of a cent are 1,000 dollars, exactly");

    @ArchTest
    static final ArchRule money_is_never_passed_as_binary =
            classes().should(takeNoBinaryMoney()).because("a million tenths of a cent are 1,000 dollars, exactly");

    @ArchTest
    static final ArchRule packages_are_null_marked = classes()
            .should(resideInANullMarkedPackage())
            .because("null is for what may be absent, and the compiler has to know");

    private static DescribedPredicate<JavaClass> annotations() {
        return DescribedPredicate.describe("annotations", JavaClass::isAnnotation);
    }

    private static DescribedPredicate<JavaClass> abstractOnes() {
        return DescribedPredicate.describe(
                "abstract or made of a lambda",
                type -> type.isInterface() || type.getModifiers().contains(JavaModifier.ABSTRACT));
    }

    private static SliceAssignment packages() {
        return new Assignment("packages", false);
    }

    private static SliceAssignment concerns() {
        return new Assignment("concerns", true);
    }

    private record Assignment(String description, boolean concernsOnly) implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            String name = type.getPackageName();
            if (!name.startsWith("io.agentkit")) {
                return SliceIdentifier.ignore();
            }
            boolean concern = resideInAnyPackage(CONCERNS).test(type);
            if (!concernsOnly) {
                return SliceIdentifier.of(name);
            }
            // A package below a concern is a part of it.
            return concern ? SliceIdentifier.of(name.split("\\.")[2]) : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return description;
        }
    }

    private static ArchCondition<JavaClass> takeNoBinaryMoney() {
        Pattern money = Pattern.compile(MONEY);
        return new ArchCondition<>("take no double or float named like money") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (Method method : type.reflect().getDeclaredMethods()) {
                    for (Parameter parameter : method.getParameters()) {
                        boolean binary = Arrays.asList(double.class, float.class, Double.class, Float.class)
                                .contains(parameter.getType());
                        if (binary && money.matcher(parameter.getName()).matches()) {
                            events.add(SimpleConditionEvent.violated(type, method + " takes " + parameter));
                        }
                    }
                }
            }
        };
    }

    private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
        return new ArchCondition<>("reside in a null-marked package") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                    events.add(SimpleConditionEvent.violated(type, type.getPackageName() + " has no @NullMarked"));
                }
            }
        };
    }
}
