package io.agentkit.coerce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.agentkit.ChainEnvironment;
import io.agentkit.spec.Resources;
import io.agentkit.test.ChainHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputCoerceSpecTests {

    record City(String name) {}

    private static final String SCHEMA = "{\"type\": \"object\", \"required\": [\"name\"]}";

    @Test
    void hasOneRepairAndFailsByDefault() {
        OutputCoerceSpec spec = OutputCoerceSpec.defaults();

        assertThat(spec.maxRepairs()).isEqualTo(1);
        assertThat(spec.onInvalid()).isEqualTo(OnInvalid.FAIL);
        assertThat(spec.fromPrompt()).isTrue();
        assertThat(spec.withMaxRepairs(0).withOnInvalid(OnInvalid.PASS).withFromPrompt(false))
                .isEqualTo(new OutputCoerceSpec(null, null, null, false, 0, OnInvalid.PASS));
    }

    @Test
    void refusesWhatCannotBeMeant() {
        OutputCoerceSpec spec = OutputCoerceSpec.defaults();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> spec.withMaxRepairs(11))
                .withMessage("'maxRepairs' must be between 0 and 10 (was 11)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> spec.withType(String.class))
                .withMessage("'type' must be a record (was java.lang.String)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> spec.withSchema(" "))
                .withMessageContaining("'schema'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OutputCoerceSpec("a", City.class, null, null, null, null))
                .withMessage("only one of 'schema', 'type' and 'schemaBean' can say what answers are to be");
    }

    @Test
    void readsTheSchemaFromAFileOrTheClassPath(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("city.json"), SCHEMA);

        assertThat(answer(OutputCoerceSpec.defaults().withSchema(file.toString())))
                .isEqualTo("{\"name\":1}");
        assertThat(answer(OutputCoerceSpec.defaults().withSchema("file:" + file)))
                .isEqualTo("{\"name\":1}");
        assertThat(answer(OutputCoerceSpec.defaults().withSchema("classpath:io/agentkit/coerce/city.schema.json")))
                .isEqualTo("{\"name\":1}");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> answer(OutputCoerceSpec.defaults().withSchema("classpath:gone.json")))
                .withMessage("'schema' must be where a file is (was 'classpath:gone.json')");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> answer(OutputCoerceSpec.defaults().withSchema(folder + "/gone.json")));
    }

    private static String answer(OutputCoerceSpec spec) {
        ChainHarness harness = ChainHarness.create();
        harness.add("output-coerce", spec.chatMiddleware(harness.resources()));
        harness.model.reply("It is {name: 1}.");
        return harness.chat("?").text();
    }

    @Test
    void takesTheSchemaOfABean() {
        ChainEnvironment environment = ChainEnvironment.defaults();
        OutputCoerceSpec spec = OutputCoerceSpec.defaults().withSchemaBean("city");

        assertThat(spec.chatMiddleware(Resources.of(environment, Map.of("city", OutputSchema.of(City.class)))))
                .isNotNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> spec.chatMiddleware(Resources.of(environment)))
                .withMessage("there is no OutputSchema named 'city'");
    }
}
