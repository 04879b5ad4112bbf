package io.agentkit.runs;

import io.agentkit.Run;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.ReactiveSecurityContextHolderThreadLocalAccessor;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.util.ClassUtils;
import reactor.core.publisher.Mono;

/** Takes tenant and user from the name of whoever is authenticated on the thread of the call. */
final class PrincipalRunDefaults implements RunDefaults {

    private static final boolean REACTOR =
            ClassUtils.isPresent("reactor.core.publisher.Mono", PrincipalRunDefaults.class.getClassLoader());

    private final boolean tenant;

    private final boolean user;

    PrincipalRunDefaults(boolean tenant, boolean user) {
        this.tenant = tenant;
        this.user = user;
    }

    @Override
    public void accept(Run.Spec run) {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        if (authentication == null && REACTOR) {
            authentication = Reactive.authentication();
        }
        String name = name(authentication);
        if (name == null) {
            return;
        }
        if (tenant) {
            run.tenant(name);
        }
        if (user) {
            run.user(name);
        }
    }

    private static @Nullable String name(@Nullable Authentication authentication) {
        if (authentication == null || authentication instanceof AnonymousAuthenticationToken) {
            return null;
        }
        return authentication.isAuthenticated() ? authentication.getName() : null;
    }

    /** Apart, so that an application without Reactor can load the class above. */
    private static final class Reactive {

        /** Of a reactive application, if it is known already: nobody waits for it here. */
        static @Nullable Authentication authentication() {
            Mono<SecurityContext> carried = new ReactiveSecurityContextHolderThreadLocalAccessor().getValue();
            SecurityContext context =
                    carried == null ? null : carried.toFuture().getNow(null);
            return context == null ? null : context.getAuthentication();
        }
    }
}
