package io.agentkit.runs;

import io.agentkit.Run;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/** Takes tenant and user from the name of whoever is authenticated on the thread of the call. */
final class PrincipalRunDefaults implements RunDefaults {

    private final boolean tenant;

    private final boolean user;

    PrincipalRunDefaults(boolean tenant, boolean user) {
        this.tenant = tenant;
        this.user = user;
    }

    @Override
    public void accept(Run.Spec run) {
        String name = name(SecurityContextHolder.getContext().getAuthentication());
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
}
