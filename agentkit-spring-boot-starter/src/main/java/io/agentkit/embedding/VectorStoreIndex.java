package io.agentkit.embedding;

import io.agentkit.cache.CacheEntry;
import io.agentkit.cache.semantic.SemanticEntry;
import io.agentkit.cache.semantic.SemanticIndex;
import io.agentkit.cache.semantic.SemanticMatch;
import io.agentkit.time.Time;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.document.Document;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.ai.vectorstore.filter.Filter;
import org.springframework.ai.vectorstore.filter.FilterExpressionBuilder;
import org.springframework.beans.factory.ListableBeanFactory;

/** Questions in a vector store of Spring AI, which embeds them itself. What is too old goes when it is found. Thread-safe. */
final class VectorStoreIndex implements SemanticIndex {

    private static final String PARTITION = "agentkit_partition";
    private static final String ID = "agentkit_id";
    private static final String ANSWER = "agentkit_answer";
    private static final String EXPIRES = "agentkit_expires";

    private final LazyBean<VectorStore> store;
    private final Time time;

    VectorStoreIndex(LazyBean<VectorStore> store, Time time) {
        this.store = store;
        this.time = time;
    }

    static @Nullable SemanticIndex find(ListableBeanFactory beans, String name, Time time) {
        LazyBean<VectorStore> store = LazyBean.find(beans, name, VectorStore.class);
        return store == null ? null : new VectorStoreIndex(store, time);
    }

    @Override
    public List<SemanticMatch> search(String partition, String text, int most, double threshold) {
        Filter.Expression same =
                new FilterExpressionBuilder().eq(PARTITION, partition).build();
        List<Document> found = store.get()
                .similaritySearch(SearchRequest.builder()
                        .query(text)
                        .topK(most)
                        .similarityThreshold(threshold)
                        .filterExpression(same)
                        .build());
        List<SemanticMatch> matches = new ArrayList<>();
        for (Document each : found == null ? List.<Document>of() : found) {
            SemanticMatch match = match(each, partition);
            if (match != null) {
                matches.add(match);
            }
        }
        return matches;
    }

    /** Null for one of another partition, which a store that does not filter gives; and for one that is too old. */
    private @Nullable SemanticMatch match(Document document, String partition) {
        Map<String, Object> metadata = document.getMetadata();
        String text = document.getText();
        Double score = document.getScore();
        if (!partition.equals(metadata.get(PARTITION)) || text == null || score == null) {
            return null;
        }
        Instant expires = expires(metadata);
        if (expires == null) {
            return null;
        }
        if (!time.now().isBefore(expires)) {
            store.get().delete(List.of(document.getId()));
            return null;
        }
        CacheEntry answer = CacheEntry.of(String.valueOf(metadata.get(ANSWER)).getBytes(StandardCharsets.UTF_8));
        return new SemanticMatch(new SemanticEntry(String.valueOf(metadata.get(ID)), text, answer), score);
    }

    /** Null when it is not one of ours or damaged: the others are found all the same. */
    private static @Nullable Instant expires(Map<String, Object> metadata) {
        try {
            return Instant.parse(String.valueOf(metadata.get(EXPIRES)));
        } catch (DateTimeParseException foreign) {
            return null;
        }
    }

    @Override
    public void put(String partition, SemanticEntry entry, Duration timeToLive) {
        Map<String, Object> metadata = Map.of(
                PARTITION,
                partition,
                ID,
                entry.id(),
                ANSWER,
                new String(entry.answer().encoded(), StandardCharsets.UTF_8),
                EXPIRES,
                time.now().plus(timeToLive).toString());
        Document document = new Document(id(partition, entry.id()), entry.text(), metadata);
        // Some models embed what stands in the metadata, too: the answer, and the partition.
        document.setContentFormatter((formatted, mode) -> entry.text());
        store.get().add(List.of(document));
    }

    @Override
    public void remove(String partition, String id) {
        store.get().delete(List.of(id(partition, id)));
    }

    /** Several stores take nothing else for an id. */
    private static String id(String partition, String id) {
        return UUID.nameUUIDFromBytes((partition + ":" + id).getBytes(StandardCharsets.UTF_8))
                .toString();
    }
}
