package io.agentkit.price;

/** A model's prices in one list, under the list's own name for it. */
record PriceEntry(String name, ModelPrices prices) {}
