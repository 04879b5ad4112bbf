package io.agentkit.boot;

import io.agentkit.CallKind;
import io.agentkit.boot.ChainDefinition.Stage;
import io.agentkit.catalog.MiddlewareCatalog;
import io.agentkit.spec.MiddlewareSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;

/** Reads one chain: its list, the block of each middleware in it, and blocks that the list does not use. */
final class ChainReader {

    private static final Logger log = LoggerFactory.getLogger(ChainReader.class);

    private final PropertyTree tree;

    private final MiddlewareCatalog catalog;

    private final MiddlewareBeans beans;

    private final Mistakes mistakes;

    private final SpecBinder binder;

    /** @param mistakes takes what is wrong with a chain; what is read is of no use then */
    ChainReader(PropertyTree tree, MiddlewareCatalog catalog, MiddlewareBeans beans, Mistakes mistakes) {
        this.tree = tree;
        this.catalog = catalog;
        this.beans = beans;
        this.mistakes = mistakes;
        this.binder = new SpecBinder(tree);
    }

    /** The chain as written at this place; null when there is no list. */
    @Nullable
    ChainDefinition read(String pair, CallKind kind, ConfigurationPropertyName path) {
        ConfigurationPropertyName chain = path.append("chain");
        int before = mistakes.count();
        List<String> names = mistakes.of(() -> binder.bind(chain, Bindable.listOf(String.class)));
        if (names == null) {
            if (mistakes.count() == before) {
                mistakes.in(() -> refuseBlocksWithoutList(kind, path));
            }
            return null;
        }
        ConfigurationPropertySource document = tree.documentOfList(chain);
        List<Stage> stages = new ArrayList<>();
        Set<String> seen = new LinkedHashSet<>();
        for (int i = 0; i < names.size(); i++) {
            Entry entry = entry(names.get(i), i, kind, path, document);
            if (!seen.add(entry.name())) {
                mistakes.note(entry.complain("'%s' stands in the list twice".formatted(entry.name()))
                        .remedy("Remove one of the two: a middleware stands at one place of a chain."));
                continue;
            }
            Stage stage = mistakes.of(() -> stage(entry));
            if (stage != null) {
                stages.add(stage);
            }
        }
        if (mistakes.count() == before) {
            // Else a name with a slip in the list would be told a second time, as a block that is not used.
            checkUnusedBlocks(kind, path, seen, document);
        }
        return new ChainDefinition(pair, kind, stages);
    }

    /** The chain that stands when no list was written. */
    ChainDefinition defaults(CallKind kind, ConfigurationPropertyName path) {
        List<Stage> stages = new ArrayList<>();
        for (String name : ChainDefaults.list(kind, catalog)) {
            stages.add(stage(new Entry(name, kind, path, path.append("chain").toString(), null)));
        }
        return new ChainDefinition(ChainDefaults.PAIR, kind, stages);
    }

    private static Entry entry(
            String name,
            int index,
            CallKind kind,
            ConfigurationPropertyName path,
            @Nullable ConfigurationPropertySource document) {
        ConfigurationPropertyName chain = path.append("chain");
        ConfigurationPropertyName element = chain.append("[" + index + "]");
        ConfigurationProperty found = document == null ? null : document.getConfigurationProperty(element);
        if (found != null) {
            return new Entry(name, kind, path, element.toString(), found);
        }
        return new Entry(
                name, kind, path, chain.toString(), document == null ? null : document.getConfigurationProperty(chain));
    }

    private Stage stage(Entry entry) {
        if (!catalog.names().contains(entry.name())) {
            return ownStage(entry);
        }
        Class<? extends MiddlewareSpec> spec = catalog.find(entry.name(), entry.kind());
        if (spec == null) {
            throw entry.complain("'%s' cannot stand in %s chains".formatted(entry.name(), word(entry.kind())))
                    .remedy("Remove it here; it can stand in the %s chain.".formatted(other(entry.kind())));
        }
        String bean = entry.path().append(entry.name()).toString();
        if (beans.isReplaced(bean)) {
            return replacedStage(entry, bean);
        }
        return new Stage(entry.name(), bean, binder.bind(entry.path().append(entry.name()), spec, entry.found()));
    }

    private Stage replacedStage(Entry entry, String bean) {
        if (!beans.fits(bean, entry.kind())) {
            throw entry.complain("The bean '%s' is %s and cannot stand in a %s chain"
                            .formatted(bean, beans.typeName(bean), word(entry.kind())))
                    .remedy(declareType(bean, entry.kind()));
        }
        if (!tree.documentsOf(entry.path().append(entry.name())).isEmpty()) {
            log.warn(
                    "The settings below '{}' are not read: the application's own bean of that name stands there", bean);
        }
        return new Stage(entry.name(), bean, null);
    }

    private Stage ownStage(Entry entry) {
        String name = entry.name();
        CallKind kind = entry.kind();
        if (name.isBlank() || !beans.exists(name)) {
            throw entry.complain("There is no middleware '%s' for %s chains".formatted(name, word(kind)))
                    .remedy(ChainDefaults.whatToWrite(name, catalog.names(kind), beans.names(kind), kind));
        }
        if (!beans.fits(name, kind)) {
            throw entry.complain("The bean '%s' is %s and cannot stand in a %s chain"
                            .formatted(name, beans.typeName(name), word(kind)))
                    .remedy(declareType(name, kind));
        }
        return new Stage(name, name, null);
    }

    private static String declareType(String bean, CallKind kind) {
        return "Declare the bean '%s' as %s, also as the return type of its method."
                .formatted(bean, MiddlewareBeans.typeFor(kind).getSimpleName());
    }

    private void refuseBlocksWithoutList(CallKind kind, ConfigurationPropertyName path) {
        List<String> blocks = blocks(kind, path);
        if (blocks.isEmpty()) {
            return;
        }
        ConfigurationPropertyName block = path.append(blocks.get(0));
        Set<String> list = new LinkedHashSet<>(ChainDefaults.list(kind, catalog));
        list.addAll(blocks);
        throw Complaint.aboutBlock(
                        block.toString(),
                        tree.firstAt(block),
                        "No list uses this block: '%s.chain' was not written".formatted(path))
                .remedy("Write the list: '%s.chain: [%s]'."
                        .formatted(path, String.join(", ", ChainDefaults.inUsualOrder(list))));
    }

    private void checkUnusedBlocks(
            CallKind kind,
            ConfigurationPropertyName path,
            Set<String> used,
            @Nullable ConfigurationPropertySource document) {
        for (String name : blocks(kind, path)) {
            if (used.contains(name)) {
                continue;
            }
            ConfigurationPropertyName block = path.append(name);
            if (document != null && tree.documentsOf(block).contains(document)) {
                mistakes.note(Complaint.aboutBlock(
                                block.toString(),
                                tree.firstAt(block, document),
                                "No list uses this block: '%s' does not stand in '%s.chain'".formatted(name, path))
                        .remedy("Put '%s' into '%s.chain', or remove the block.".formatted(name, path)));
            } else {
                log.info(
                        "The settings below '{}' are not used: '{}' does not stand in the list of another document",
                        block,
                        name);
            }
        }
    }

    private List<String> blocks(CallKind kind, ConfigurationPropertyName path) {
        return catalog.names(kind).stream()
                .filter(name -> !tree.documentsOf(path.append(name)).isEmpty())
                .toList();
    }

    private static String word(CallKind kind) {
        return kind == CallKind.CHAT ? "chat" : "tool";
    }

    private static String other(CallKind kind) {
        return kind == CallKind.CHAT ? "tool" : "chat";
    }

    /** One entry of a list, with the property it was written as. */
    private record Entry(
            String name,
            CallKind kind,
            ConfigurationPropertyName path,
            String property,
            @Nullable ConfigurationProperty found) {

        Complaint complain(String reason) {
            return Complaint.about(property, found, reason);
        }
    }
}
