/**
 * What an application has for embedding texts, of Spring AI or LangChain4j, as the semantic cache sees it:
 * {@link io.agentkit.embedding.AgentkitEmbeddingAutoConfiguration}.
 */
@NullMarked
package io.agentkit.embedding;

import org.jspecify.annotations.NullMarked;
