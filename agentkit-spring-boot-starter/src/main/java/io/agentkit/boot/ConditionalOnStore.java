package io.agentkit.boot;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/**
 * Matches when something is kept in a store of this kind, by {@code agentkit.stores} or, where that says nothing, by {@code agentkit.store}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@Conditional(OnStoreCondition.class)
public @interface ConditionalOnStore {

    StoreKind value();

    /** What is kept: a key below {@code agentkit.stores}. Anything when left out. */
    String of() default "";
}
