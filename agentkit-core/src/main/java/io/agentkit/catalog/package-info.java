/**
 * The list of built-in middlewares: {@link io.agentkit.catalog.MiddlewareCatalog}. The only package that knows all concerns.
 */
@NullMarked
package io.agentkit.catalog;

import org.jspecify.annotations.NullMarked;
