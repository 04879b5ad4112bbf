package io.agentkit.resilience;

import io.agentkit.Failure;

/** How one of several models failed. */
record ModelFailure(String model, Throwable error, Failure failure) {}
