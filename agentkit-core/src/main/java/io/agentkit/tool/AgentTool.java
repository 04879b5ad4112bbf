package io.agentkit.tool;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says of a tool what its framework's own annotation cannot: on the tool's method, on its class for all tools of it, or on the method that
 * declares its bean. What {@code application.yml} says of the tool comes before this, and a method before its class, fact by fact. Arguments
 * are named by their path, see {@link ToolFacts}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface AgentTool {

    /** What a second call would do to the world. {@link ToolSafety#UNKNOWN}, the default, says nothing. */
    ToolSafety safety() default ToolSafety.UNKNOWN;

    /** What makes two calls the same one: one value at most. None by default, which leaves it to the middleware. */
    IdempotencyMode[] idempotency() default {};

    /** Arguments that say nothing about what the call does, such as a time stamp. */
    String[] volatileArguments() default {};

    /** Arguments that name an address the tool will reach. */
    String[] urlArguments() default {};

    /** Arguments that are masked wherever arguments are kept or shown. */
    String[] secretArguments() default {};

    /** The longest that one call may take, such as {@code 20s}. Empty by default: no limit of its own. */
    String timeout() default "";
}
