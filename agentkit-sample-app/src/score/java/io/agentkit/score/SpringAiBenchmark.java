package io.agentkit.score;

import io.agentkit.ChainEnvironment;
import io.agentkit.EventListener;
import io.agentkit.Run;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.Flux;

/** What agentkit adds to Spring AI's own calls, beside what Spring AI's advisors add. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 6, time = 1)
@Fork(1)
public class SpringAiBenchmark {

    private final Prompt prompt = new Prompt("hello");

    private final InstantModel bare = new InstantModel();

    private final ChatClient client = ChatClient.create(bare);

    private final ChatClient nineAdvisors =
            ChatClient.builder(bare).defaultAdvisors(advisors()).build();

    private final List<ConfigurableApplicationContext> contexts = new ArrayList<>();

    private ChatModel emptyChain = bare;

    private ChatModel fourStages = bare;

    private ChatModel fourStagesWithoutSpans = bare;

    private EventListener meters = event -> {};

    private final EndsOfACall ends = EndsOfACall.record();

    private final ChainEnvironment environment = ChainEnvironment.defaults();

    private Run run = Run.create(environment, spec -> spec.tenant("acme"));

    /** As an application that answers one request with several calls. */
    @Setup
    public void openRun() {
        run = Run.open(environment, spec -> spec.tenant("acme"));
    }

    @Setup
    public void startApplications() {
        emptyChain = model("agentkit.chat.chain=");
        fourStages = model(InstantModel.FOUR_STAGES);
        fourStagesWithoutSpans = model(InstantModel.THREE_STAGES);
        meters = contexts.get(0).getBean("agentkitMeterListener", EventListener.class);
    }

    private ChatModel model(String... properties) {
        ConfigurableApplicationContext context = new SpringApplicationBuilder(InstantModel.Application.class)
                .web(WebApplicationType.NONE)
                .logStartupInfo(false)
                .run(InstantModel.arguments(properties));
        contexts.add(context);
        return context.getBean(ChatModel.class);
    }

    @TearDown
    public void stopApplications() {
        run.close();
        contexts.forEach(ConfigurableApplicationContext::close);
    }

    /** What feeding the meters takes of a call: its end and the end of its one request. */
    @Benchmark
    public void metersOfACall() {
        ends.tell(meters);
    }

    private static List<Advisor> advisors() {
        return new ArrayList<>(Collections.nCopies(9, new PassingAdvisor()));
    }

    @Benchmark
    public Object modelBare() {
        return bare.call(prompt);
    }

    @Benchmark
    public Object modelEmptyChain() {
        return emptyChain.call(prompt);
    }

    @Benchmark
    public Object modelFourStages() {
        return fourStages.call(prompt);
    }

    @Benchmark
    public Object modelFourStagesWithoutTracing() {
        return fourStagesWithoutSpans.call(prompt);
    }

    /** The same when each call is a run of its own, with a budget of its own to be made. */
    @Benchmark
    @SuppressWarnings("try") // the run is there to be closed
    public Object modelFourStagesWithoutTracingInRunsOfTheirOwn() {
        try (Run own = Run.open(environment, spec -> {})) {
            return fourStagesWithoutSpans.call(prompt);
        }
    }

    @Benchmark
    public Object clientBare() {
        return client.prompt(prompt).call().chatResponse();
    }

    @Benchmark
    public Object clientNineAdvisors() {
        return nineAdvisors.prompt(prompt).call().chatResponse();
    }

    @Benchmark
    @OperationsPerInvocation(InstantModel.DELTAS)
    public void deltaBare(Blackhole blackhole) {
        drain(bare.stream(prompt), blackhole);
    }

    @Benchmark
    @OperationsPerInvocation(InstantModel.DELTAS)
    public void deltaNineMaps(Blackhole blackhole) {
        Flux<?> flux = bare.stream(prompt);
        for (int i = 0; i < 9; i++) {
            flux = flux.map(delta -> delta);
        }
        drain(flux, blackhole);
    }

    @Benchmark
    @OperationsPerInvocation(InstantModel.DELTAS)
    public void deltaEmptyChain(Blackhole blackhole) {
        drain(emptyChain.stream(prompt), blackhole);
    }

    @Benchmark
    @OperationsPerInvocation(InstantModel.DELTAS)
    public void deltaFourStages(Blackhole blackhole) {
        drain(fourStages.stream(prompt), blackhole);
    }

    @Benchmark
    @OperationsPerInvocation(InstantModel.DELTAS)
    public void deltaNineAdvisors(Blackhole blackhole) {
        drain(nineAdvisors.prompt(prompt).stream().chatResponse(), blackhole);
    }

    private static void drain(Flux<?> flux, Blackhole blackhole) {
        flux.doOnNext(blackhole::consume).blockLast();
    }

    /** An advisor that does nothing, in both forms. */
    private record PassingAdvisor() implements CallAdvisor, StreamAdvisor {

        @Override
        public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
            return chain.nextCall(request);
        }

        @Override
        public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
            return chain.nextStream(request);
        }

        @Override
        public String getName() {
            return "passing";
        }

        @Override
        public int getOrder() {
            return 0;
        }
    }
}
