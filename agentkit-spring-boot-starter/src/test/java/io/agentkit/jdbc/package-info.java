/** The stores in a database, against H2 and a real PostgreSQL. */
@NullMarked
package io.agentkit.jdbc;

import org.jspecify.annotations.NullMarked;
