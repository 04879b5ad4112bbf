package io.agentkit.tool;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says of a tool what its framework's own annotation cannot. What {@code application.yml} says of the tool comes before this.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface AgentTool {

    /** What a second call would do to the world. */
    ToolSafety safety();
}
