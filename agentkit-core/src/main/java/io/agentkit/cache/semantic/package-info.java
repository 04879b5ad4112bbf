/**
 * Answers that are used again for questions that mean the same: {@link io.agentkit.cache.semantic.SemanticMemoizeSpec}. A question is found by
 * the vector of its text, and checked word by word before its answer is given: vectors hardly tell numbers, names and negations apart.
 */
@NullMarked
package io.agentkit.cache.semantic;

import org.jspecify.annotations.NullMarked;
