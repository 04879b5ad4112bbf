package io.agentkit.boot;

import io.agentkit.catalog.MiddlewareCatalog;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;
import org.springframework.core.ResolvableType;

/** Lets a native image bind and show the settings of all middlewares: which of them are used is known at run time only. */
final class AgentkitRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        Set<Class<?>> settings = new LinkedHashSet<>();
        collect(ResolvableType.forClass(AgentkitProperties.class), settings);
        MiddlewareCatalog catalog = MiddlewareCatalog.builtIns();
        catalog.names().stream()
                .flatMap(name -> catalog.find(name).stream())
                .forEach(spec -> collect(ResolvableType.forClass(spec), settings));
        BindableRuntimeHintsRegistrar.forTypes(settings).registerHints(hints);
        settings.forEach(type -> hints.reflection().registerType(type, MemberCategory.INVOKE_PUBLIC_METHODS));
        hints.resources().registerPattern("io/agentkit/price/prices.txt");
        hints.resources().registerPattern("io/agentkit/cache/semantic/*.txt");
        hints.resources().registerPattern("io/agentkit/jdbc/schema-*.sql");
    }

    /** The record and the records within it, also those that are values of maps and lists. */
    private static void collect(ResolvableType type, Set<Class<?>> settings) {
        for (ResolvableType generic : type.getGenerics()) {
            collect(generic, settings);
        }
        Class<?> raw = type.resolve(Object.class);
        if (raw.isRecord() && settings.add(raw)) {
            for (RecordComponent component : raw.getRecordComponents()) {
                collect(ResolvableType.forType(component.getGenericType()), settings);
            }
        }
    }
}
