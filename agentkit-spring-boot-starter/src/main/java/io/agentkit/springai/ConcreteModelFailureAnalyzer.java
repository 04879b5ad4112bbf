package io.agentkit.springai;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanNotOfRequiredTypeException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.util.ClassUtils;

/** Explains a look-up of a model by name and class, the one way to ask for a class that the bridge cannot answer. */
final class ConcreteModelFailureAnalyzer extends AbstractFailureAnalyzer<BeanNotOfRequiredTypeException> {

    private static final String DECORATOR = "io.agentkit.springai.AgentkitChatModel";

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BeanNotOfRequiredTypeException cause) {
        if (!cause.getActualType().getName().equals(DECORATOR)) {
            return null;
        }
        String wanted = ClassUtils.getShortName(cause.getRequiredType());
        return new FailureAnalysis(
                "The model '%s' was looked up as a %s, but it has a chain around it."
                        .formatted(cause.getBeanName(), wanted),
                "Look it up as a ChatModel, inject %s instead of looking it up, or leave the bean without a chain with 'agentkit.spring-ai.exclude-beans: %s'."
                        .formatted(wanted, cause.getBeanName()),
                cause);
    }
}
