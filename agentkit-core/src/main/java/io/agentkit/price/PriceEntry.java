package io.agentkit.price;

import io.agentkit.chat.ModelFacts;

/** A model's prices in one list, and what else that knows of it, under the list's own name for it. */
record PriceEntry(String name, ModelPrices prices, ModelFacts facts) {}
