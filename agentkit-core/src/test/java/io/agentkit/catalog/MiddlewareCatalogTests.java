package io.agentkit.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.MiddlewareSpec;
import io.agentkit.spec.ToolSpec;
import java.io.File;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MiddlewareCatalogTests {

    private static final MiddlewareCatalog CATALOG = MiddlewareCatalog.builtIns();

    /** What has to be told something before it can work. */
    private static final Set<String> WITHOUT_DEFAULTS = Set.of("fallback", "rate-limit", "timeout");

    static Set<String> names() {
        return CATALOG.names();
    }

    static Stream<String> namesWithDefaults() {
        return CATALOG.names().stream().filter(name -> !WITHOUT_DEFAULTS.contains(name));
    }

    @Test
    void findsMiddlewaresByName() {
        assertThat(CATALOG.find("retry")).isNotNull();
        assertThat(CATALOG.find("Retry")).isNull();
        assertThat(CATALOG.names()).containsAll(CATALOG.chatNames()).containsAll(CATALOG.toolNames());
    }

    @Test
    void givesEachRecordOneName() {
        assertThat(CATALOG.names().stream().map(CATALOG::find)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("names")
    void namesMiddlewaresInKebabCaseAfterTheirRecords(String name) {
        assertThat(name).matches("[a-z][a-z0-9]*(-[a-z0-9]+)*");
        assertThat(spec(name).getSimpleName()).isEqualTo(camel(name) + "Spec");
    }

    @ParameterizedTest
    @MethodSource("namesWithDefaults")
    void takesAnEmptyBlockForTheDefaults(String name) throws Exception {
        Object defaults = spec(name).getMethod("defaults").invoke(null);

        assertThat(emptyBlock(name)).isEqualTo(defaults);
    }

    @Test
    void refusesAnEmptyBlockWhereThereAreNoDefaults() {
        assertThat(WITHOUT_DEFAULTS)
                .allSatisfy(name -> assertThatThrownBy(() -> emptyBlock(name))
                        .hasCauseInstanceOf(IllegalArgumentException.class)
                        .rootCause()
                        .hasMessageContaining("must be set"));
    }

    @ParameterizedTest
    @MethodSource("names")
    void canStandInAChain(String name) {
        assertThat(spec(name))
                .satisfiesAnyOf(
                        type -> assertThat(type).isAssignableTo(ChatSpec.class),
                        type -> assertThat(type).isAssignableTo(ToolSpec.class));
    }

    @ParameterizedTest
    @MethodSource("names")
    void hasTestsOfItsOwn(String name) {
        String folder = spec(name).getPackageName().replace('.', '/');
        File classes = new File(MiddlewareCatalogTests.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        List<String> tests = Stream.of(new File(classes, folder).list())
                .filter(file -> file.endsWith("Tests.class"))
                .toList();

        assertThat(tests).as("tests in %s", folder).anyMatch(file -> file.contains(camel(name)));
    }

    private static Class<? extends MiddlewareSpec> spec(String name) {
        return CATALOG.find(name);
    }

    /** As binding does: the constructor with all components, each of them absent. */
    private static Object emptyBlock(String name) throws ReflectiveOperationException {
        Class<?>[] types = Arrays.stream(spec(name).getRecordComponents())
                .map(component -> component.getType())
                .toArray(Class<?>[]::new);
        assertThat(types).as("a primitive cannot be absent").noneMatch(Class::isPrimitive);
        Constructor<?> canonical = spec(name).getDeclaredConstructor(types);
        return canonical.newInstance(new Object[types.length]);
    }

    private static String camel(String name) {
        StringBuilder camel = new StringBuilder();
        for (String word : name.split("-")) {
            camel.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return camel.toString();
    }
}
