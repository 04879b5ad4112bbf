package io.agentkit.boot;

import java.util.Map;

/**
 * A middleware as it stands in a chain.
 *
 * @param name as in the list
 * @param bean the name of its bean
 * @param settings what it works with, defaults filled in, by the names used in yml; secrets are replaced; empty for the application's own
 */
public record MiddlewareDescription(String name, String bean, Map<String, Object> settings) {}
