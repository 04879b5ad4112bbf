/** A model that needs no network and no key, so that chains, retries and spend can be watched: {@link io.agentkit.sample.demo.DemoModel}. */
@NullMarked
package io.agentkit.sample.demo;

import org.jspecify.annotations.NullMarked;
