package io.agentkit.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.BlockedException;
import io.agentkit.egress.EgressDecision;
import io.agentkit.egress.EgressRule;
import io.agentkit.egress.Guardrail;
import java.net.InetAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpRedirects;

/** What every guarded client does, against real servers on two addresses of this machine. */
abstract class GuardedClientContract {

    private final ScriptedNames names = new ScriptedNames();
    private HitServer open;
    private HitServer hidden;
    private int port;

    /** Makes the client under test. */
    abstract void use(Guardrail guardrail, HttpClientSettings settings, ScriptedNames names);

    /** The body of the answer. */
    abstract String get(String url);

    @BeforeEach
    void start() {
        open = new HitServer(OnlyOneAddress.PUBLIC, 0);
        port = open.port();
        hidden = new HitServer(OnlyOneAddress.PRIVATE, port);
        names.answer("public.test", OnlyOneAddress.PUBLIC);
        names.answer("private.test", OnlyOneAddress.PRIVATE);
        use(new OnlyOneAddress(), HttpClientSettings.defaults(), names);
    }

    @AfterEach
    void stop() {
        open.close();
        hidden.close();
    }

    private String url(String host, String path) {
        return "http://%s:%d%s".formatted(host, port, path);
    }

    private void assertRefused(String url) {
        assertThatThrownBy(() -> get(url))
                .isInstanceOf(BlockedException.class)
                .hasMessageStartingWith("The address may not be reached: ");
        assertThat(hidden.hits()).isEmpty();
    }

    @Test
    void reachesAPublicHost() {
        assertThat(get(url("public.test", "/"))).isEqualTo("from 127.0.0.1");
    }

    @Test
    void reachesAPublicAddress() {
        assertThat(get(url(OnlyOneAddress.PUBLIC, "/"))).isEqualTo("from 127.0.0.1");
    }

    @Test
    void refusesANameThatResolvesToAPrivateAddress() {
        assertRefused(url("private.test", "/"));
    }

    @Test
    void refusesAPrivateAddress() {
        assertRefused(url(OnlyOneAddress.PRIVATE, "/"));
    }

    @Test // EG-11
    void refusesARedirectToAPrivateAddress() {
        assertRefused(url("public.test", "/to?" + url(OnlyOneAddress.PRIVATE, "/")));
    }

    @Test // EG-11
    void refusesARedirectToANameThatResolvesToAPrivateAddress() {
        assertRefused(url("public.test", "/to?" + url("private.test", "/")));
    }

    @Test
    void refusesAPrivateAddressBehindTwoRedirects() {
        String second = url("public.test", "/to") + "?" + url(OnlyOneAddress.PRIVATE, "/");

        assertRefused(url("public.test", "/to?" + second));
    }

    @Test
    void followsARedirectToAPublicHost() {
        names.answer("elsewhere.test", OnlyOneAddress.PUBLIC);

        assertThat(get(url("public.test", "/to?" + url("elsewhere.test", "/there"))))
                .isEqualTo("from 127.0.0.1");
        assertThat(open.hits()).containsExactly("/to", "/there");
    }

    @Test
    void followsNoRedirectWhereTheApplicationWantsNone() {
        use(new OnlyOneAddress(), HttpClientSettings.defaults().withRedirects(HttpRedirects.DONT_FOLLOW), names);

        get(url("public.test", "/to?" + url("public.test", "/there")));

        assertThat(open.hits()).containsExactly("/to");
    }

    @Test
    void connectsToWhatItCheckedWhenANameIsBoundAnew() {
        names.answer("rebinding.test", OnlyOneAddress.PUBLIC);
        names.answer("rebinding.test", OnlyOneAddress.PRIVATE);

        assertThat(get(url("rebinding.test", "/"))).isEqualTo("from 127.0.0.1");
        assertThat(names.lookUps()).containsExactly("rebinding.test");
        assertThat(hidden.hits()).isEmpty();
    }

    @Test
    void refusesAUrlBeforeItConnects() {
        use(
                refusing(url("public.test", "/")),
                HttpClientSettings.defaults().withRedirects(HttpRedirects.DONT_FOLLOW),
                names);

        assertRefused(url("public.test", "/"));
        assertThat(names.lookUps()).isEmpty();
    }

    private static Guardrail refusing(String refused) {
        return new Guardrail() {
            @Override
            public EgressDecision checkUrl(String url) {
                return url.equals(refused)
                        ? EgressDecision.refused(EgressRule.DENIED, "it is denied")
                        : EgressDecision.allowed();
            }

            @Override
            public EgressDecision checkAddress(String host, InetAddress address) {
                return EgressDecision.allowed();
            }
        };
    }

    @Test
    void leavesOutThePrivateOnesOfSeveralAddresses() {
        names.answer("both.test", OnlyOneAddress.PRIVATE, OnlyOneAddress.PUBLIC);

        assertThat(get(url("both.test", "/"))).isEqualTo("from 127.0.0.1");
        assertThat(hidden.hits()).isEmpty();
    }

    @Test
    void usesNoProxyOfTheSystem() {
        System.setProperty("http.proxyHost", OnlyOneAddress.PRIVATE);
        System.setProperty("http.proxyPort", String.valueOf(port));
        try {
            use(new OnlyOneAddress(), HttpClientSettings.defaults(), names);

            assertThat(get(url("public.test", "/"))).isEqualTo("from 127.0.0.1");
        } finally {
            System.clearProperty("http.proxyHost");
            System.clearProperty("http.proxyPort");
        }
        assertThat(hidden.hits()).isEmpty();
    }

    @Test
    void keepsNoCookies() {
        get(url("public.test", "/"));
        get(url("public.test", "/"));

        assertThat(open.cookies()).isEmpty();
    }
}
