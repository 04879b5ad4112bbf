package io.agentkit.runs;

import io.agentkit.AgentKit;
import io.agentkit.ChainEnvironment;
import io.agentkit.boot.AgentkitAutoConfiguration;
import io.agentkit.boot.AgentkitProperties;
import io.agentkit.boot.AgentkitProperties.Source;
import io.agentkit.tool.ToolResult;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ClassUtils;

/**
 * Makes {@link AgentKit} a bean, and says for whom runs work.
 */
@AutoConfiguration(after = AgentkitAutoConfiguration.class)
public final class AgentkitRunsAutoConfiguration {

    private static final String SECURITY = "org.springframework.security.core.context.SecurityContextHolder";

    @Bean
    @ConditionalOnMissingBean
    RunDefaults agentkitRunDefaults(AgentkitProperties properties, ResourceLoader loader) {
        boolean tenant = properties.runs().tenantFrom() == Source.PRINCIPAL;
        boolean user = properties.runs().userFrom() == Source.PRINCIPAL;
        if (!tenant && !user) {
            return RunDefaults.NONE;
        }
        if (!ClassUtils.isPresent(SECURITY, loader.getClassLoader())) {
            String property = "agentkit.runs." + (tenant ? "tenant-from" : "user-from");
            throw new FailureAnalyzedException(
                    "'%s: principal' needs Spring Security, which is not on the class path".formatted(property),
                    "Add Spring Security, or remove '%s' and declare a bean of type RunDefaults.".formatted(property));
        }
        return new PrincipalRunDefaults(tenant, user);
    }

    @Bean
    @ConditionalOnMissingBean
    AgentKit agentKit(
            ChainEnvironment environment,
            ObjectProvider<AgentKit.Models> models,
            ObjectProvider<AgentKit.Tools> tools,
            ObjectProvider<AgentKit.Codec> codecs,
            RunDefaults runDefaults) {
        return new AgentKit(
                environment,
                chain -> models.getObject().model(chain),
                (name, arguments) -> tools.getIfAvailable(() -> AgentkitRunsAutoConfiguration::noTool)
                        .call(name, arguments),
                codecs.getIfAvailable(JsonCodec::new),
                runDefaults);
    }

    private static ToolResult noTool(String name, String arguments) {
        throw new IllegalArgumentException("There is no tool '%s'".formatted(name));
    }
}
