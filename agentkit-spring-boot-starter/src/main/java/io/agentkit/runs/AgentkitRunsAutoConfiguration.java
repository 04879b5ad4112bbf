package io.agentkit.runs;

import io.agentkit.AgentKit;
import io.agentkit.ChainEnvironment;
import io.agentkit.boot.AgentkitAutoConfiguration;
import io.agentkit.boot.AgentkitProperties;
import io.agentkit.tool.ToolResult;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.util.ClassUtils;

/**
 * Makes {@link AgentKit} a bean, and says for whom runs work.
 */
@AutoConfiguration(after = AgentkitAutoConfiguration.class)
public final class AgentkitRunsAutoConfiguration {

    private static final String PRINCIPAL = "principal";

    private static final String SECURITY = "org.springframework.security.core.context.SecurityContextHolder";

    @Bean
    @ConditionalOnMissingBean
    RunDefaults agentkitRunDefaults(AgentkitProperties properties) {
        boolean tenant = isPrincipal("tenant-from", properties.runs().tenantFrom());
        boolean user = isPrincipal("user-from", properties.runs().userFrom());
        if (!tenant && !user) {
            return RunDefaults.NONE;
        }
        if (!ClassUtils.isPresent(SECURITY, getClass().getClassLoader())) {
            throw new IllegalStateException(
                    "'agentkit.runs.%s: principal' needs Spring Security, which is not on the class path"
                            .formatted(tenant ? "tenant-from" : "user-from"));
        }
        return new PrincipalRunDefaults(tenant, user);
    }

    private static boolean isPrincipal(String key, @Nullable String source) {
        if (source == null) {
            return false;
        }
        if (!source.equals(PRINCIPAL)) {
            throw new IllegalStateException(
                    "'agentkit.runs.%s' must be 'principal' (was '%s'); for any other source declare a bean of type RunDefaults"
                            .formatted(key, source));
        }
        return true;
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
