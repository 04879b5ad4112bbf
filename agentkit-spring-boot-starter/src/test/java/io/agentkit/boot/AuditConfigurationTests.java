package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.audit.AuditFilter;
import io.agentkit.audit.AuditStore;
import io.agentkit.audit.FileAuditStore;
import io.agentkit.audit.InMemoryAuditStore;
import io.agentkit.boot.TestChains.Printed;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

class AuditConfigurationTests {

    @TempDir
    private Path directory;

    private ApplicationContextRunner application() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(AgentkitAutoConfiguration.class))
                .withPropertyValues("agentkit.audit.file.path=" + directory.resolve("audit.jsonl"));
    }

    private static void call(ApplicationContext context) {
        context.getBean(Chains.class)
                .tool("default")
                .around(attempt -> ToolResult.of("done"))
                .call(ToolRequest.of(new ToolFacts("send", ToolSafety.SIDE_EFFECT), "{}"));
    }

    @Test
    void aTrailGoesOnInTheNextApplication() {
        application().run(AuditConfigurationTests::call);

        application().run(context -> {
            call(context);
            AuditStore store = context.getBean(AuditStore.class);
            assertThat(store).isInstanceOf(FileAuditStore.class);
            assertThat(store.find(AuditFilter.ALL, null, 10).records()).hasSize(2);
            assertThat(store.verify().isIntact()).isTrue();
            assertThat(store.verify().chains().get(0).head()).isEqualTo(4);
        });
    }

    @Test
    void keepsRecordsInMemoryWithoutAFile() {
        TestChains.runner()
                .run(context -> assertThat(context).getBean(AuditStore.class).isInstanceOf(InMemoryAuditStore.class));
    }

    @Test
    void twoApplicationsCannotHaveOneFile() {
        application().run(first -> {
            assertThat(first).hasNotFailed();
            assertThat(TestChains.failureOf(application()))
                    .isEqualTo(Printed.of(
                            """
                            Property: agentkit.audit.file.path
                            Value: "%1$s"
                            Origin: "agentkit.audit.file.path" from property source "test"
                            Reason: The audit trail '%1$s' is in use: one process at a time can write it; give each its own file
                            """.formatted(directory.resolve("audit.jsonl")),
                            "Name a file that this process alone can write, or none to keep records in memory."));
        });
    }

    @Test
    void aFileThatIsNoTrailIsLeftAlone() throws Exception {
        Files.writeString(directory.resolve("audit.jsonl"), "notes of somebody");

        assertThat(TestChains.failureOf(application()).description())
                .contains("Property: agentkit.audit.file.path", "is not an audit trail; name another file");
        assertThat(directory.resolve("audit.jsonl")).hasContent("notes of somebody");
    }

    @Test
    void settingsOfAFileNeedOne() {
        assertThat(TestChains.failureOf("agentkit.audit.file.keep: 7d"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.audit.file.keep
                        Value: "7d"
                        Origin: Byte array resource [application.yml] - 1:27
                        Reason: 'keep' is about a file, and 'path' names none
                        """, "Correct the value of 'agentkit.audit.file.keep'."));
    }

    @Test
    void aBoundOfMemoryIsNotForFiles() {
        assertThat(TestChains.failureOf("agentkit.audit: { memory-records: 5, file: { path: a } }")
                        .description())
                .contains("agentkit.audit", "'memory-records' is about memory, and 'file' has a 'path'");
        assertThat(TestChains.failureOf("agentkit.audit.file: { path: a, rotate-size: 1KB }")
                        .description())
                .contains("'rotate-size' must be at least 4096B (was 1024B)");
    }
}
