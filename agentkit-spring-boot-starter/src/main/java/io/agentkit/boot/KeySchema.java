package io.agentkit.boot;

import io.agentkit.CallKind;
import io.agentkit.catalog.MiddlewareCatalog;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.ResolvableType;

/** Which keys exist: derived from the records that the keys are bound to. */
final class KeySchema {

    private static final Set<Class<?>> WHOLE_NUMBERS = Set.of(int.class, Integer.class, long.class, Long.class);

    private final Map<String, KeySchema> children;

    /** What stands below any name, for maps, or below an index, for lists. */
    private final @Nullable KeySchema element;

    private final boolean list;

    private final boolean whole;

    private KeySchema(Map<String, KeySchema> children, @Nullable KeySchema element, boolean list, boolean whole) {
        this.children = children;
        this.element = element;
        this.list = list;
        this.whole = whole;
    }

    /** The whole tree below {@code agentkit}; the blocks of middlewares come from the catalog. */
    static KeySchema of(MiddlewareCatalog catalog) {
        KeySchema root = of(ResolvableType.forClass(AgentkitProperties.class));
        KeySchema pair = of(ResolvableType.forClass(AgentkitProperties.Pair.class));
        pair.addBlocks(catalog);
        root.addBlocks(catalog);
        root.children.put("chains", new KeySchema(Map.of(), pair, false, false));
        return root;
    }

    private void addBlocks(MiddlewareCatalog catalog) {
        addBlocks("chat", CallKind.CHAT, catalog);
        addBlocks("tool", CallKind.TOOL, catalog);
    }

    private void addBlocks(String key, CallKind kind, MiddlewareCatalog catalog) {
        KeySchema chain = children.get(key);
        if (chain != null) {
            for (String name : catalog.names(kind)) {
                chain.children.put(name, of(ResolvableType.forClass(catalog.find(name, kind))));
            }
        }
    }

    private static KeySchema of(ResolvableType type) {
        Class<?> raw = type.resolve(Object.class);
        if (Map.class.isAssignableFrom(raw)) {
            return new KeySchema(Map.of(), of(type.asMap().getGeneric(1)), false, false);
        }
        if (Collection.class.isAssignableFrom(raw)) {
            return new KeySchema(Map.of(), of(type.asCollection().getGeneric(0)), true, false);
        }
        Map<String, KeySchema> children = new LinkedHashMap<>();
        if (raw.isRecord() && !isMadeFromText(raw)) {
            for (RecordComponent component : raw.getRecordComponents()) {
                children.put(
                        DataObjectPropertyName.toDashedForm(component.getName()),
                        of(ResolvableType.forType(component.getGenericType())));
            }
        }
        return new KeySchema(children, null, false, WHOLE_NUMBERS.contains(raw));
    }

    private static boolean isMadeFromText(Class<?> type) {
        for (Method method : type.getDeclaredMethods()) {
            if (Modifier.isStatic(method.getModifiers())
                    && Set.of("of", "valueOf", "from").contains(method.getName())
                    && method.getParameterCount() == 1
                    && method.getParameterTypes()[0] == String.class) {
                return true;
            }
        }
        return false;
    }

    /** Whether settings stand below it and it takes no value itself. */
    boolean isBlock() {
        return !children.isEmpty() || takesAnyName();
    }

    boolean isList() {
        return list;
    }

    /** Whether it takes a number without a fraction. */
    boolean isWholeNumber() {
        return whole;
    }

    /** The keys below, with dashes. */
    Set<String> keys() {
        return children.keySet();
    }

    /** Walks along the name as far as it is known. */
    Walk walk(ConfigurationPropertyName name) {
        KeySchema at = this;
        boolean named = false;
        for (int i = 1; i < name.getNumberOfElements(); i++) {
            KeySchema below = at.below(name, i);
            if (below == null) {
                return new Walk(at, i, named);
            }
            named = at.takesAnyName();
            if (named && below.isValue()) {
                return new Walk(below, name.getNumberOfElements(), true);
            }
            at = below;
        }
        return new Walk(at, name.getNumberOfElements(), named);
    }

    private @Nullable KeySchema below(ConfigurationPropertyName name, int index) {
        if (element != null) {
            return !list || name.isNumericIndex(index) ? element : null;
        }
        String key = name.getElement(index, Form.UNIFORM);
        for (Map.Entry<String, KeySchema> child : children.entrySet()) {
            if (child.getKey().replace("-", "").equals(key)) {
                return child.getValue();
            }
        }
        return null;
    }

    /**
     * Whether an environment variable can mean something: its underscores stand for dots, for dashes, and for themselves.
     *
     * @param words of the variable's name, in small letters, without the first
     */
    boolean canMean(List<String> words) {
        if (words.isEmpty()) {
            return true;
        }
        if (element != null) {
            return canMeanElement(element, words);
        }
        StringBuilder joined = new StringBuilder();
        for (int i = 0; i < words.size(); i++) {
            joined.append(words.get(i));
            for (Map.Entry<String, KeySchema> child : children.entrySet()) {
                if (child.getKey().replace("-", "").contentEquals(joined)
                        && child.getValue().canMean(words.subList(i + 1, words.size()))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean canMeanElement(KeySchema element, List<String> words) {
        if (list) {
            return words.get(0).chars().allMatch(Character::isDigit) && element.canMean(words.subList(1, words.size()));
        }
        if (element.isValue()) {
            return true;
        }
        for (int i = 1; i <= words.size(); i++) {
            if (element.canMean(words.subList(i, words.size()))) {
                return true;
            }
        }
        return false;
    }

    private boolean takesAnyName() {
        return element != null && !list;
    }

    private boolean isValue() {
        return children.isEmpty() && element == null;
    }

    /** How far a name was known: {@code depth} elements, the last of them freely chosen or not, and what could have followed. */
    record Walk(KeySchema at, int depth, boolean named) {}
}
