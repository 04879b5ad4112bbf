/** What operators see of the chains: {@link io.agentkit.boot.endpoint.ChainsEndpoint}. Knows Spring Boot's actuator. */
@NullMarked
package io.agentkit.boot.endpoint;

import org.jspecify.annotations.NullMarked;
