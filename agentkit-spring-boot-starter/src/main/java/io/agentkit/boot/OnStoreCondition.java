package io.agentkit.boot;

import java.util.Objects;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** See {@link ConditionalOnStore}. */
final class OnStoreCondition extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        MergedAnnotation<ConditionalOnStore> annotation =
                metadata.getAnnotations().get(ConditionalOnStore.class);
        StoreKind wanted = annotation.getEnum("value", StoreKind.class);
        String what = Objects.requireNonNull(annotation.getString("of"));
        StoreChoices choices = new StoreChoices(context.getEnvironment());
        boolean chosen = what.isEmpty() ? choices.anyIs(wanted) : choices.of(what) == wanted;
        ConditionMessage.Builder message = ConditionMessage.forCondition(ConditionalOnStore.class, what, wanted);
        return chosen
                ? ConditionOutcome.match(message.because("it is chosen"))
                : ConditionOutcome.noMatch(message.because("another store is chosen"));
    }
}
