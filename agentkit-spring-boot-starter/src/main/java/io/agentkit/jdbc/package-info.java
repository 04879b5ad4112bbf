/**
 * Stores in a database that processes share, H2 or PostgreSQL: tables, connections, and an implementation for each store interface of core.
 * Used when {@code agentkit.store} or one of {@code agentkit.stores} says {@code jdbc}.
 */
@NullMarked
package io.agentkit.jdbc;

import org.jspecify.annotations.NullMarked;
