package io.agentkit.embedding;

import io.agentkit.cache.semantic.EmbeddingBeans;
import io.agentkit.time.Time;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Finds embedding models and vector stores for {@code semantic-memoize}.
 */
@AutoConfiguration
public final class AgentkitEmbeddingAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    static EmbeddingBeans agentkitEmbeddingBeans(ListableBeanFactory beans, ObjectProvider<Time> time) {
        return new ApplicationEmbeddings(beans, time.getIfAvailable(Time::system));
    }
}
