package io.agentkit.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.annotation.Order;

/**
 * Tells a mistake in the configuration in our words. Without it, Boot's own analysis of the failed binding below comes first: it knows
 * neither the setting's place in a file nor the other mistakes.
 */
@Order(0)
final class InvalidConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<InvalidConfigurationException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidConfigurationException cause) {
        return cause.analysis();
    }
}
