package io.agentkit.price;

/**
 * A catalogue as it was read.
 *
 * @param prices what could be used
 * @param format {@code litellm} or {@code genai-prices}
 * @param priced entries with a price
 * @param unpriced entries that name no price, which are no prices of 0
 * @param skipped entries that could not be read
 */
record Catalogue(PriceSource prices, String format, int priced, int unpriced, int skipped) {}
