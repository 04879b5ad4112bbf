package io.agentkit.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileLeaseTests {

    @TempDir
    private Path directory;

    private Path path() {
        return directory.resolve("audit.jsonl");
    }

    @Test
    void isForOneProcessAlsoAfterThisOneHasAskedTwice() throws Exception {
        try (FileLease lease = FileLease.of(path())) {
            assertThat(lease).isNotNull();
            assertThat(FileLease.of(path())).isNull();

            assertThat(OtherProcess.gets(path())).isFalse();
        }
        assertThat(OtherProcess.gets(path())).isTrue();
    }

    @Test
    void isTheSameByAnyWayToTheDirectory() throws Exception {
        Path link = directory.resolve("link");
        Path real = Files.createDirectory(directory.resolve("real"));
        Files.createSymbolicLink(link, real);

        try (FileLease lease = FileLease.of(real.resolve("audit.jsonl"))) {
            assertThat(lease).isNotNull();
            assertThat(FileLease.of(link.resolve("audit.jsonl"))).isNull();
        }
    }

    @Test
    void canBeHadAgainOnceItWasGivenBack() throws Exception {
        FileLease first = FileLease.of(path());
        assertThat(first).isNotNull();
        first.close();

        try (FileLease second = FileLease.of(path())) {
            assertThat(second).isNotNull();
        }
    }
}
