package io.agentkit.boot;

import io.agentkit.catalog.MiddlewareCatalog;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/** Refuses keys that nothing reads. */
final class UnknownKeys {

    private static final Logger log = LoggerFactory.getLogger(UnknownKeys.class);

    private final PropertyTree tree;

    private final KeySchema schema;

    private final MiddlewareCatalog catalog;

    private final MiddlewareBeans beans;

    UnknownKeys(PropertyTree tree, MiddlewareCatalog catalog, MiddlewareBeans beans) {
        this.tree = tree;
        this.schema = KeySchema.of(catalog);
        this.catalog = catalog;
        this.beans = beans;
    }

    void refuse(Mistakes mistakes) {
        mistakes.in(() -> LostCharacters.refuse(tree.documents()));
        mistakes.in(() -> refuseValueOfBlock(PropertyTree.ROOT, schema));
        Set<String> told = new HashSet<>();
        for (ConfigurationPropertyName name : tree.written()) {
            KeySchema.Walk walk = schema.walk(name);
            if (walk.depth() == name.getNumberOfElements()) {
                mistakes.in(() -> refuseValueOfBlock(name, walk.at()));
                mistakes.in(() -> refuseFraction(name, walk.at()));
                continue;
            }
            InvalidConfigurationException unknown = unknown(name, walk);
            // The settings below a wrong name are all wrong for the same reason.
            if (told.add(String.valueOf(unknown.reason()))) {
                mistakes.note(unknown);
            }
        }
    }

    private void refuseValueOfBlock(ConfigurationPropertyName name, KeySchema at) {
        ConfigurationProperty property = at.isBlock() ? tree.find(name) : null;
        if (property != null && !property.getValue().toString().isBlank()) {
            throw Complaint.about(name.toString(), property, "This is a block of settings and takes no value itself")
                    .remedy(
                            at.keys().isEmpty()
                                    ? "Write names of your own below it, each with what belongs to it."
                                    : "Write its settings below it: %s.".formatted(String.join(", ", at.keys())));
        }
    }

    /** The conversion would cut it off without a word. */
    private void refuseFraction(ConfigurationPropertyName name, KeySchema at) {
        ConfigurationProperty property = at.isWholeNumber() ? tree.find(name) : null;
        if (property != null && property.getValue() instanceof Number number && !isWhole(number)) {
            throw Complaint.about(tree.inOwnWords(name), property, "The value is not a whole number")
                    .remedy("Write a whole number.");
        }
    }

    private static boolean isWhole(Number number) {
        try {
            return new BigDecimal(number.toString()).stripTrailingZeros().scale() <= 0
                    && BigDecimal.valueOf(number.longValue()).compareTo(new BigDecimal(number.toString())) == 0;
        } catch (NumberFormatException infinite) {
            return false;
        }
    }

    /** Only warns: the environment is shared with whatever else is called agentkit. */
    void warnOfVariables() {
        for (ConfigurationPropertyName name : tree.variables()) {
            List<String> words = new ArrayList<>();
            for (int i = 1; i < name.getNumberOfElements(); i++) {
                words.add(name.getElement(i, Form.UNIFORM));
            }
            ConfigurationProperty property = tree.find(name);
            if (!schema.canMean(words) && property != null) {
                log.warn("Nothing reads {}: agentkit has no such setting", property.getOrigin());
            }
        }
    }

    private InvalidConfigurationException unknown(ConfigurationPropertyName name, KeySchema.Walk walk) {
        ConfigurationPropertyName parent = name.chop(walk.depth());
        String key = name.getElement(walk.depth(), Form.ORIGINAL);
        String property = PropertyTree.asWritten(name);
        ConfigurationProperty found = tree.find(name);
        String kind = chainKind(parent);
        if (kind != null && beans.isMiddleware(key)) {
            return Complaint.about(property, found, "'%s' is a middleware of the application".formatted(key))
                    .remedy(
                            "Read its settings from a prefix of the application's own: agentkit knows only its own middlewares.");
        }
        if (kind != null && catalog.names().contains(key)) {
            return Complaint.about(property, found, "'%s' cannot stand in %s chains".formatted(key, kind))
                    .remedy("Move the block to the %s chain.".formatted(kind.equals("chat") ? "tool" : "chat"));
        }
        if (parent.getLastElement(Form.UNIFORM).equals("extends")
                || (key.equals("extends") && parent.getNumberOfElements() == 3)) {
            return Complaint.about(property, found, "'extends' is kept for a later version")
                    .remedy("Write out both lists of the chain pair.");
        }
        if (walk.at().isBlock() && name.isNumericIndex(walk.depth())) {
            return Complaint.about(property, found, "'%s' is a block of settings and no list".formatted(parent))
                    .remedy(
                            kind == null
                                    ? "Known settings: %s."
                                            .formatted(
                                                    String.join(", ", walk.at().keys()))
                                    : "Write the list one level below: '%s.chain: [...]'.".formatted(parent));
        }
        if (walk.at().isList()) {
            return Complaint.about(property, found, "'%s' is a list and no block of settings".formatted(parent))
                    .remedy("Write the values in brackets, such as [a, b], or each behind a dash.");
        }
        return Complaint.about(property, found, "There is no setting '%s' below '%s'".formatted(key, parent))
                .remedy(suggestion(key, walk, name));
    }

    private static @Nullable String chainKind(ConfigurationPropertyName parent) {
        String last = parent.getLastElement(Form.UNIFORM);
        boolean chain = parent.getNumberOfElements() == 2
                || (parent.getNumberOfElements() == 4
                        && parent.getElement(1, Form.UNIFORM).equals("chains"));
        return chain && (last.equals("chat") || last.equals("tool")) ? last : null;
    }

    private static String suggestion(String key, KeySchema.Walk walk, ConfigurationPropertyName name) {
        Set<String> known = walk.at().keys();
        ConfigurationPropertyName parent = name.chop(walk.depth());
        if (known.isEmpty()) {
            boolean chain = parent.isLastElementIndexed()
                    && parent.getParent().getLastElement(Form.UNIFORM).equals("chain");
            return "Remove it: '%s' takes a value and no settings.".formatted(parent)
                    + (chain ? " The settings of a middleware stand in a block of its name beside the list." : "");
        }
        StringBuilder text = new StringBuilder();
        String meant = NearMiss.of(key, known);
        if (meant != null) {
            text.append("Did you mean '%s'? ".formatted(meant));
        }
        text.append("Known settings: %s.".formatted(String.join(", ", new TreeSet<>(known))));
        if (walk.named() && name.getNumberOfElements() > walk.depth() + 1) {
            text.append(" A name with dots has to be written in quotes and brackets, such as \"[gpt-4.1]\".");
        }
        return text.toString();
    }
}
