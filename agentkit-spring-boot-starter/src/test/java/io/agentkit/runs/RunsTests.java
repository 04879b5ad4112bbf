package io.agentkit.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKit;
import io.agentkit.Run;
import io.agentkit.RunFrame;
import io.agentkit.RunThreadLocalAccessor;
import io.agentkit.Scope;
import io.agentkit.boot.AgentkitAutoConfiguration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class RunsTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(AgentkitAutoConfiguration.class, AgentkitRunsAutoConfiguration.class));

    @AfterEach
    void logOut() {
        SecurityContextHolder.clearContext();
    }

    @Test
    void aRunIsCurrentUntilItIsClosed() {
        runner.run(context -> {
            AgentKit agentKit = context.getBean(AgentKit.class);
            try (Run run = agentKit.run(spec -> spec.tenant("acme").user("ann").agent("support"))) {
                assertThat(Run.current()).isSameAs(run);
                assertThat(run.scope().values())
                        .containsEntry(Scope.TENANT, "acme")
                        .containsEntry(Scope.USER, "ann")
                        .containsEntry(Scope.AGENT, "support");
            }
            assertThat(Run.current()).isNull();
        });
    }

    @Test
    void theUserIsTakenFromThePrincipal() {
        runner.withPropertyValues("agentkit.runs.user-from=principal").run(context -> {
            SecurityContextHolder.getContext()
                    .setAuthentication(UsernamePasswordAuthenticationToken.authenticated("ann", null, List.of()));

            try (Run run = context.getBean(AgentKit.class).run(spec -> spec.tenant("acme"))) {
                assertThat(run.scope().get(Scope.USER)).isEqualTo("ann");
                assertThat(run.scope().get(Scope.TENANT)).isEqualTo("acme");
            }
        });
    }

    @Test
    void whatTheApplicationSaysComesBeforeThePrincipal() {
        runner.withPropertyValues("agentkit.runs.user-from=principal", "agentkit.runs.tenant-from=principal")
                .run(context -> {
                    SecurityContextHolder.getContext()
                            .setAuthentication(
                                    UsernamePasswordAuthenticationToken.authenticated("ann", null, List.of()));

                    try (Run run = context.getBean(AgentKit.class).run(spec -> spec.user("bob"))) {
                        assertThat(run.scope().get(Scope.USER)).isEqualTo("bob");
                        assertThat(run.scope().get(Scope.TENANT)).isEqualTo("ann");
                    }
                });
    }

    @Test
    void nobodyIsNobody() {
        runner.withPropertyValues("agentkit.runs.user-from=principal").run(context -> {
            SecurityContextHolder.getContext()
                    .setAuthentication(new AnonymousAuthenticationToken(
                            "key", "anonymousUser", List.of(new SimpleGrantedAuthority("ROLE_ANONYMOUS"))));

            try (Run run = context.getBean(AgentKit.class).run(spec -> {})) {
                assertThat(run.scope().get(Scope.USER)).isNull();
            }
        });
    }

    @Test
    void aPrincipalWithoutSpringSecurityStopsTheStart() {
        runner.withClassLoader(new FilteredClassLoader("org.springframework.security"))
                .withPropertyValues("agentkit.runs.user-from=principal")
                .run(context ->
                        assertThat(context).getFailure().rootCause().hasMessageContaining("needs Spring Security"));
    }

    @Test
    void aStreamCarriesTheRunThatItWasWrappedIn() {
        runner.run(context -> {
            AgentKit agentKit = context.getBean(AgentKit.class);
            Run run = agentKit.run(spec -> {});
            Flux<RunFrame> flux =
                    run.wrap(Flux.deferContextual(here -> Flux.just(here.<RunFrame>get(RunThreadLocalAccessor.KEY))));
            Mono<RunFrame> mono =
                    run.wrap(Mono.deferContextual(here -> Mono.just(here.<RunFrame>get(RunThreadLocalAccessor.KEY))));

            assertThat(Run.current()).isNull();
            assertThat(flux.blockLast().run()).isSameAs(run);
            assertThat(mono.block().run()).isSameAs(run);
            assertThatThrownBy(() -> run.wrap("text")).hasMessageContaining("(was java.lang.String)");
        });
    }

    @Test
    void thereIsAnAgentKitWithoutAnyModel() {
        runner.run(context -> {
            AgentKit agentKit = context.getBean(AgentKit.class);
            assertThatThrownBy(() -> agentKit.tool("gone").call("{}")).hasMessage("There is no tool 'gone'");
        });
    }
}
