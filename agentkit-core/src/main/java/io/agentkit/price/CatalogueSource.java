package io.agentkit.price;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where a catalogue comes from. */
interface CatalogueSource {

    /**
     * Has the file, if it is not the one that is known.
     *
     * @throws IOException when it cannot be had, is too large or takes too long
     */
    Fetched fetch(Fetched.@Nullable Version known) throws IOException, InterruptedException;
}
