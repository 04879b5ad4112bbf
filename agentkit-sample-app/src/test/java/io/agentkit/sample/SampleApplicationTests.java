package io.agentkit.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest
class SampleApplicationTests {

    @Autowired
    private ObjectProvider<ChatModel> models;

    @Test
    void startsWithoutAKey() {
        assertThat(models.stream().map(ChatModel::getClass).map(Class::getSimpleName))
                .noneMatch(name -> name.contains("OpenAi") || name.contains("Anthropic") || name.contains("Ollama"));
    }
}
