package io.agentkit.spec;

import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * The settings of a middleware: a public record with one canonical constructor that fills in defaults for nulls and refuses what cannot
 * work with an {@link IllegalArgumentException} that names the setting, the rule and the value. The same record is the YAML block, the Java
 * API and what {@code /actuator/chains} shows.
 */
// Has no settings itself: see the rule about annotated types in ArchitectureTests.
@ConfigurationPropertiesSource
public sealed interface MiddlewareSpec permits ChatSpec, ToolSpec {}
