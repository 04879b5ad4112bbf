/**
 * Turns {@code application.yml} into chains: {@link io.agentkit.boot.Chains} is what an application injects. Knows core and Spring Boot, and
 * no framework for models.
 */
@NullMarked
package io.agentkit.boot;

import org.jspecify.annotations.NullMarked;
