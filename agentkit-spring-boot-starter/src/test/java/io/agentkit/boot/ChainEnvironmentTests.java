package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.ChainEnvironment;
import io.agentkit.ErrorClassifier;
import io.agentkit.ErrorKind;
import io.agentkit.ErrorReader;
import io.agentkit.Event;
import io.agentkit.EventListener;
import io.agentkit.Failure;
import io.agentkit.ReplyChecks;
import io.agentkit.ReplyDiverged;
import io.agentkit.RequestSent;
import io.agentkit.Retryable;
import io.agentkit.chat.TokenEstimator;
import io.agentkit.money.Pricing;
import io.agentkit.test.FakeTime;
import io.agentkit.time.Ids;
import io.agentkit.time.Time;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class ChainEnvironmentTests {

    private static final Event DIVERGED = new ReplyDiverged("call", "pii");

    private final ApplicationContextRunner runner = TestChains.runner();

    private final List<Event> heard = new ArrayList<>();

    @Test
    void isMadeOfTheApplicationsBeans() {
        FakeTime time = new FakeTime();
        Ids ids = () -> "id";
        Pricing pricing = (model, usage) -> null;
        ReplyChecks checks = new ReplyChecks(true, true);
        TokenEstimator tokens = TokenEstimator.QUARTER;

        runner.withBean(Time.class, () -> time)
                .withBean(Ids.class, () -> ids)
                .withBean(Pricing.class, () -> pricing)
                .withBean(ReplyChecks.class, () -> checks)
                .withBean(TokenEstimator.class, () -> tokens)
                .run(context -> {
                    ChainEnvironment environment = context.getBean(ChainEnvironment.class);

                    assertThat(environment.time()).isSameAs(time);
                    assertThat(environment.ids()).isSameAs(ids);
                    assertThat(environment.pricing()).isSameAs(pricing);
                    assertThat(environment.replyChecks()).isSameAs(checks);
                    assertThat(environment.tokens()).isSameAs(tokens);
                });
    }

    @Test
    void classifiesErrorsWithTheReadersOfTheApplication() {
        runner.withBean(
                        ErrorReader.class,
                        () -> error -> error instanceof IllegalStateException ? Failure.of(ErrorKind.OVERLOADED) : null)
                .run(context -> assertThat(context.getBean(ChainEnvironment.class)
                                .errors()
                                .classify(new IllegalStateException())
                                .kind())
                        .isEqualTo(ErrorKind.OVERLOADED));
    }

    @Test
    void hasAPredicateThatAsksTheApplicationsClassifier() {
        runner.withBean(ErrorClassifier.class, () -> error -> Failure.of(ErrorKind.INVALID_REQUEST))
                .run(context -> assertThat(context.getBean(Retryable.class).test(new TimeoutException()))
                        .isFalse());
    }

    @Test
    void yieldsToTheApplicationsOwn() {
        ChainEnvironment own = ChainEnvironment.defaults().withTime(new FakeTime());

        runner.withBean(ChainEnvironment.class, () -> own)
                .run(context -> assertThat(context.getBean(Chains.class).chat().environment())
                        .isSameAs(own));
    }

    @Test // AU-04
    void tellsEveryListenerAlsoWhenOneThrows() {
        runner.withBean("broken", EventListener.class, () -> event -> {
                    throw new IllegalStateException("broken");
                })
                .withBean("whole", EventListener.class, () -> heard::add)
                .run(context -> {
                    context.getBean(ChainEnvironment.class).listener().on(DIVERGED);

                    assertThat(heard).containsExactly(DIVERGED);
                    assertThat(context.getBean(EventHub.class).failures()).isEqualTo(1);
                });
    }

    @Test // AU-04
    void countsListenersThatThrew() {
        MeterRegistry registry = new SimpleMeterRegistry();
        runner.withBean(EventListener.class, () -> event -> {
                    throw new IllegalStateException("broken");
                })
                .run(context -> {
                    context.getBean(MeterBinder.class).bindTo(registry);

                    context.getBean(ChainEnvironment.class).listener().on(DIVERGED);

                    assertThat(registry.get("agentkit.events.failures")
                                    .functionCounter()
                                    .count())
                            .isEqualTo(1);
                });
    }

    @Test
    void publishesWhatIsWorthActingOnAsApplicationEvents() {
        runner.withUserConfiguration(Listening.class).run(context -> {
            EventListener listener = context.getBean(ChainEnvironment.class).listener();

            listener.on(new RequestSent("call", 1, null));
            listener.on(DIVERGED);

            assertThat(context.getBean(Listening.class).heard).containsExactly(DIVERGED);
        });
    }

    @Test // AU-04
    void survivesAnApplicationListenerThatThrows() {
        runner.withUserConfiguration(Throwing.class).run(context -> {
            context.getBean(ChainEnvironment.class).listener().on(DIVERGED);

            assertThat(context.getBean(EventHub.class).failures()).isEqualTo(1);
        });
    }

    @Test
    void worksWithoutMetrics() {
        runner.withClassLoader(new FilteredClassLoader("io.micrometer.core"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("agentkitEventFailures"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Listening {

        final List<Event> heard = new ArrayList<>();

        @org.springframework.context.event.EventListener
        void on(Event event) {
            heard.add(event);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Throwing {

        @Bean
        Object nothing() {
            return new Object();
        }

        @org.springframework.context.event.EventListener
        void on(ReplyDiverged event) {
            throw new IllegalStateException("broken");
        }
    }
}
