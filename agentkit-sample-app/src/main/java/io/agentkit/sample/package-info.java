/** A chat application that shows what the starter does, with no network and no key. */
@NullMarked
package io.agentkit.sample;

import org.jspecify.annotations.NullMarked;
