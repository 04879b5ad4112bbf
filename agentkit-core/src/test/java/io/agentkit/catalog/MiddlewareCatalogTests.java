package io.agentkit.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.CallKind;
import io.agentkit.ChatMiddleware;
import io.agentkit.ToolMiddleware;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.Resources;
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
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MiddlewareCatalogTests {

    private static final MiddlewareCatalog CATALOG = MiddlewareCatalog.builtIns();

    /** What has to be told something before it can work. */
    private static final Set<String> WITHOUT_DEFAULTS = Set.of("fallback", "rate-limit", "timeout");

    static Stream<Arguments> records() {
        return CATALOG.names().stream()
                .flatMap(name -> CATALOG.find(name).stream().map(spec -> Arguments.of(name, spec)));
    }

    static Stream<Arguments> recordsWithDefaults() {
        return records().filter(record -> !WITHOUT_DEFAULTS.contains(record.get()[0]));
    }

    @Test
    void findsMiddlewaresByName() {
        assertThat(CATALOG.find("retry")).hasSize(1);
        assertThat(CATALOG.find("Retry")).isEmpty();
        assertThat(CATALOG.names()).containsAll(CATALOG.names(CallKind.CHAT)).containsAll(CATALOG.names(CallKind.TOOL));
    }

    @Test
    void findsTheRecordOfTheKindOfChain() {
        MiddlewareCatalog catalog =
                MiddlewareCatalog.builtIns().with("guard", ForChat.class).with("guard", ForTools.class);

        assertThat(catalog.find("guard", CallKind.CHAT)).isEqualTo(ForChat.class);
        assertThat(catalog.find("guard", CallKind.TOOL)).isEqualTo(ForTools.class);
        assertThat(catalog.find("guard")).containsExactly(ForChat.class, ForTools.class);
        assertThat(catalog.find("audit", CallKind.CHAT)).isNull();
    }

    @Test
    void givesEachRecordOneName() {
        assertThat(records().map(record -> record.get()[1])).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("records")
    void namesMiddlewaresInKebabCaseAfterTheirRecords(String name, Class<?> spec) {
        assertThat(name).matches("[a-z][a-z0-9]*(-[a-z0-9]+)*");
        assertThat(spec.getSimpleName())
                .isIn(camel(name) + "Spec", "Chat" + camel(name) + "Spec", "Tool" + camel(name) + "Spec");
    }

    @ParameterizedTest
    @MethodSource("recordsWithDefaults")
    void takesAnEmptyBlockForTheDefaults(String name, Class<?> spec) throws Exception {
        Object defaults = spec.getMethod("defaults").invoke(null);

        assertThat(emptyBlock(spec)).isEqualTo(defaults);
    }

    @Test
    void refusesAnEmptyBlockWhereThereAreNoDefaults() {
        assertThat(WITHOUT_DEFAULTS)
                .flatExtracting(CATALOG::find)
                .allSatisfy(spec -> assertThatThrownBy(() -> emptyBlock(spec))
                        .hasCauseInstanceOf(IllegalArgumentException.class)
                        .rootCause()
                        .hasMessageContaining("must be set"));
    }

    @ParameterizedTest
    @MethodSource("records")
    void canStandInAChain(String name, Class<?> spec) {
        assertThat(spec)
                .satisfiesAnyOf(
                        type -> assertThat(type).isAssignableTo(ChatSpec.class),
                        type -> assertThat(type).isAssignableTo(ToolSpec.class));
    }

    @ParameterizedTest
    @MethodSource("records")
    void hasTestsOfItsOwn(String name, Class<?> spec) {
        String folder = spec.getPackageName().replace('.', '/');
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

    /** As binding does: the constructor with all components, each of them absent. */
    private static Object emptyBlock(Class<?> spec) throws ReflectiveOperationException {
        Class<?>[] types = Arrays.stream(spec.getRecordComponents())
                .map(component -> component.getType())
                .toArray(Class<?>[]::new);
        assertThat(types).as("a primitive cannot be absent").noneMatch(Class::isPrimitive);
        Constructor<?> canonical = spec.getDeclaredConstructor(types);
        return canonical.newInstance(new Object[types.length]);
    }

    private static String camel(String name) {
        StringBuilder camel = new StringBuilder();
        for (String word : name.split("-")) {
            camel.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return camel.toString();
    }

    private record ForChat() implements ChatSpec {

        @Override
        public ChatMiddleware chatMiddleware(Resources resources) {
            return (call, next) -> next.call(call);
        }
    }

    private record ForTools() implements ToolSpec {

        @Override
        public ToolMiddleware toolMiddleware(Resources resources) {
            return (call, next) -> next.call(call);
        }
    }
}
