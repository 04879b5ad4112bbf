package io.agentkit.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.BlockedException;
import io.agentkit.CallSettings;
import io.agentkit.ToolCallContext;
import io.agentkit.egress.EgressDecision;
import io.agentkit.egress.EgressRule;
import io.agentkit.egress.Guardrail;
import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpRedirects;
import org.springframework.http.HttpMethod;

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

    /** @param key in a header of the caller's own; null for none */
    abstract void send(HttpMethod method, String url, @Nullable String key);

    private void send(HttpMethod method, String url) {
        send(method, url, null);
    }

    private void post(String url) {
        send(HttpMethod.POST, url);
    }

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

    /** The address that a connection goes to is checked, also where no name has to be resolved. */
    @Test
    void refusesAPrivateAddressWhateverIsThoughtOfTheUrl() {
        use(refusing("none"), HttpClientSettings.defaults(), names);

        assertRefused(url(OnlyOneAddress.PRIVATE, "/"));
        assertRefused(url("public.test", "/to?" + url(OnlyOneAddress.PRIVATE, "/")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//127.0.0.2:%d/",
                "http://public.test:%d@127.0.0.2:%1$d/",
                "http://127.0.0.1%%23@127.0.0.2:%d/",
                "http://127.0.0.1%%3F@127.0.0.2:%d/",
                "http:%%5C%%5C127.0.0.2:%d/",
                "http://127.0.0.1%%5C@127.0.0.2:%d/",
                "/%%5C127.0.0.2:%d/",
                "http:///127.0.0.2:%d/",
                "http:127.0.0.2:%d/",
                "HTTP://2130706434:%d/",
                "http://127.2:%d/",
                "http://[::ffff:127.0.0.2]:%d/",
                "http://127.0.0.2.:%d/",
                "http://%%EF%%BC%%91127.0.0.2:%d/",
                "ftp://127.0.0.2:%d/",
                "file:///etc/passwd"
            })
    void isLedToNoPrivateAddressByARedirectInAnotherForm(String location) {
        for (Guardrail guardrail : List.of(refusing("none"), new OnlyOneAddress())) {
            use(guardrail, HttpClientSettings.defaults(), names);
            try {
                get(url("public.test", "/to?" + location.formatted(port)));
            } catch (RuntimeException refused) {
                // Whether it is refused or cannot be read: it leads nowhere.
            }
        }
        assertThat(hidden.hits()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void makesARequestOnceThatIsAnsweredWithATemporaryError(int status) {
        assertThatThrownBy(() -> post(url("public.test", "/status/" + status)))
                .hasMessageContaining(String.valueOf(status));

        assertThat(open.hits()).hasSize(1);
    }

    @Test
    void makesARequestOnceWhoseConnectionIsReset() throws Exception {
        try (ResettingServer server = new ResettingServer(OnlyOneAddress.PUBLIC)) {
            String url = "http://public.test:%d/".formatted(server.port());

            assertThatThrownBy(() -> post(url)).isInstanceOf(RuntimeException.class);
            assertThatThrownBy(() -> send(HttpMethod.PUT, url)).isInstanceOf(RuntimeException.class);

            assertThat(server.requests()).isEqualTo(2);
        }
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
                return new OnlyOneAddress().checkAddress(host, address);
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

    /** What a tool does that is called once. */
    private void asTool(@Nullable String key, Runnable tool) {
        ChainHarness harness = ChainHarness.create();
        harness.addTool(
                "keyed",
                (call, next) -> next.call(key == null ? call : call.with(ToolCallContext.IDEMPOTENCY_KEY, key)));
        harness.tool.run(attempt -> {
            tool.run();
            return ToolResult.of("done");
        });
        harness.toolHandler().call(ToolRequest.of(ToolFacts.unknown("pay"), "{}"), CallSettings.DEFAULTS);
    }

    @Test
    void givesARequestThatActsAKeyThatIsTheSameWhenTheToolIsCalledAgain() {
        asTool("k1", () -> post(url("public.test", "/charge")));
        asTool("k1", () -> post(url("public.test", "/charge?signature=x")));
        asTool("k2", () -> post(url("public.test", "/charge")));

        assertThat(open.keys().get(0)).startsWith("k1-").isEqualTo(open.keys().get(1));
        assertThat(open.keys().get(2)).startsWith("k2-");
    }

    @Test
    void givesEachRequestOfACallAKeyOfItsOwn() {
        asTool("k1", () -> {
            post(url("public.test", "/charge"));
            post(url("public.test", "/mail"));
            post(url("public.test", "/charge"));
            send(HttpMethod.PATCH, url("public.test", "/charge"));
        });

        assertThat(open.keys()).doesNotHaveDuplicates();
        assertThat(open.keys().get(2)).isEqualTo(open.keys().get(0) + "-2");
    }

    @Test
    void givesNoKeyWhereNoneIsNeeded() {
        post(url("public.test", "/"));
        asTool(null, () -> post(url("public.test", "/")));
        asTool("k1", () -> get(url("public.test", "/")));
        asTool("k1", () -> send(HttpMethod.PUT, url("public.test", "/")));

        assertThat(open.keys()).containsOnly("null");
    }

    @Test
    void keepsTheKeyThatARequestHas() {
        asTool("k1", () -> send(HttpMethod.POST, url("public.test", "/"), "own"));

        assertThat(open.keys()).containsExactly("own");
    }

    @Test
    void keepsAToolToHostsOfItsOwn() {
        names.answer("other.test", OnlyOneAddress.PUBLIC);
        use(new OnlyOneAddress().keeping("pay", "public.test"), HttpClientSettings.defaults(), names);

        get(url("other.test", "/"));
        asTool(null, () -> get(url("public.test", "/")));

        asTool(null, () -> assertRefused(url("other.test", "/")));
        asTool(null, () -> assertRefused(url("public.test", "/to?" + url("other.test", "/there"))));
        assertThat(open.hits()).doesNotContain("/there");
    }
}
