package io.agentkit.boot;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.core.env.Environment;

/** Which kind of store each thing is kept in. A value that is none counts as not written here; reading all settings refuses it. */
final class StoreChoices {

    private static final String GENERAL = "agentkit.store";

    private static final String AUDIT_FILE = "agentkit.audit.file.path";

    private final Binder binder;

    StoreChoices(Environment environment) {
        binder = Binder.get(environment);
    }

    /** The keys below {@code agentkit.stores}. */
    static List<String> things() {
        return Arrays.stream(AgentkitProperties.Stores.class.getRecordComponents())
                .map(component -> DataObjectPropertyName.toDashedForm(component.getName()))
                .toList();
    }

    StoreKind of(String thing) {
        StoreKind own = kind(property(thing));
        if (own == null
                && "audit".equals(thing)
                && binder.bind(AUDIT_FILE, String.class).isBound()) {
            // A file is named: what is said in general is not about the audit.
            return StoreKind.MEMORY;
        }
        StoreKind general = own == null ? kind(GENERAL) : own;
        return general == null ? StoreKind.MEMORY : general;
    }

    boolean anyIs(StoreKind kind) {
        return things().stream().anyMatch(thing -> of(thing) == kind);
    }

    /** The property that decides where the thing is kept. */
    String decisive(String thing) {
        return kind(property(thing)) == null ? GENERAL : property(thing);
    }

    private static String property(String thing) {
        return "agentkit.stores." + thing;
    }

    private @Nullable StoreKind kind(String property) {
        try {
            return binder.bind(property, Bindable.of(StoreKind.class)).orElse(null);
        } catch (BindException none) {
            return null;
        }
    }
}
