/**
 * Makes a model's answer what a schema or a Java type says: found in the text, repaired, read and validated, and asked for again where it
 * is not valid.
 */
@NullMarked
package io.agentkit.coerce;

import org.jspecify.annotations.NullMarked;
