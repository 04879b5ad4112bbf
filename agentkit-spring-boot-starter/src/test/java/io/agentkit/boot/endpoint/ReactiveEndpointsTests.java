package io.agentkit.boot.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.audit.AuditStore;
import io.agentkit.audit.InMemoryAuditStore;
import io.agentkit.money.Money;
import io.agentkit.spend.BudgetSpec;
import io.agentkit.spend.Budgets;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.InMemoryBudgetStore;
import io.agentkit.time.Time;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;

/** The endpoints in an application without servlets. */
@SpringBootTest(
        properties = {
            "spring.main.web-application-type=reactive",
            "spring.ai.model.chat=none",
            "spring.ai.model.embedding=none",
            "spring.ai.model.image=none",
            "spring.ai.model.audio.speech=none",
            "spring.ai.model.audio.transcription=none",
            "spring.ai.model.moderation=none",
            "management.endpoints.web.exposure.include=*",
            "management.endpoint.toolaudit.access=read-only",
            "management.endpoint.budgets.access=unrestricted"
        })
class ReactiveEndpointsTests {

    @Autowired
    private ApplicationContext context;

    private WebTestClient client;

    @BeforeEach
    void bind() {
        client = WebTestClient.bindToApplicationContext(context).build();
    }

    private ResponseSpec get(String path, Object... values) {
        return client.get().uri("/actuator/" + path, values).exchange();
    }

    private ResponseSpec post(String path, String body) {
        return client.post()
                .uri("/actuator/" + path)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(body)
                .exchange();
    }

    @Test
    void showsWhatThereIs() {
        get("costs").expectStatus().isOk().expectBody().jsonPath("$.spend.usd").isEqualTo("0");
        get("costs/csv")
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentType("text/csv;charset=UTF-8")
                .expectBody(String.class)
                .value(csv -> assertThat(csv).startsWith("from,to,by,name,"));
        get("chains").expectStatus().isOk().expectBody().jsonPath("$.enabled").isEqualTo(true);
        get("budgets")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.budgets[0].limit.usd")
                .isEqualTo("25");
        get("toolaudit")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.records")
                .isEmpty();
    }

    @Test
    void takesAnyKey() {
        get("budgets/daily?key={key}", "a/b ü?&%")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.key")
                .isEqualTo("a/b ü?&%");
    }

    @Test
    void answersUnknownNamesWith404() {
        get("budgets/other").expectStatus().isNotFound();
        get("chains/other").expectStatus().isNotFound();
        get("toolaudit/other").expectStatus().isNotFound();
        post("budgets/other", "{\"all\": true}").expectStatus().isNotFound();
    }

    @Test
    void answersWhatCannotBeMeantWith400() {
        for (String size : new String[] {"0", "-1", "100000", "many", "99999999999"}) {
            get("budgets/daily?size=" + size).expectStatus().isBadRequest();
            get("toolaudit?size=" + size).expectStatus().isBadRequest();
        }
        get("costs?lines=0").expectStatus().isBadRequest();
        get("costs/csv?step=week").expectStatus().isBadRequest();
        get("toolaudit?decision=perhaps").expectStatus().isBadRequest();
        get("toolaudit?scope=acme").expectStatus().isBadRequest();
        get("toolaudit?from=yesterday").expectStatus().isBadRequest();
        for (String body : new String[] {
            "{",
            "[]",
            "{}",
            "{\"maxUsd\": \"many\"}",
            "{\"maxUsd\": \"-1\"}",
            "{\"maxUsd\": \"1e999999999\"}",
            "{\"maxTokens\": -1}",
            "{\"maxTokens\": 1.5}",
            "{\"all\": \"perhaps\"}",
            "{\"key\": \"a\", \"all\": true}"
        }) {
            post("budgets/daily", body).expectStatus().isBadRequest();
        }
    }

    @Test
    void resetsAndChangesBudgets() {
        post("budgets/weekly", "{\"key\": \"acme\"}")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.key")
                .isEqualTo("acme");
        post("budgets/weekly", "{\"maxUsd\": \"30.50\"}")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.limit.usd")
                .isEqualTo("30.5");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Budgets budgets() {
            BudgetSpec spec = BudgetSpec.of("tenant", new BudgetLimits(Money.usd("25"), null, null));
            return Budgets.of(
                    new TreeMap<>(Map.of("daily", spec, "weekly", spec)), new InMemoryBudgetStore(Time.system(), 100));
        }

        @Bean
        AuditStore auditStore() {
            return new InMemoryAuditStore();
        }
    }
}
