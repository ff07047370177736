package io.plugstream.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.application.DiskSpaceHealthIndicator;
import org.springframework.boot.health.autoconfigure.application.DiskSpaceHealthContributorAutoConfiguration;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class StateDirectoryHealthTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withInitializer(new ConfigDataApplicationContextInitializer())
            .withConfiguration(AutoConfigurations.of(DiskSpaceHealthContributorAutoConfiguration.class));

    @Test
    void theDiskOfTheStateDirectoryIsWatched(@TempDir Path directory) {
        runner.withPropertyValues("plugstream.quota.state-directory=" + directory)
                .run(context -> assertWatched(context.getBean(DiskSpaceHealthIndicator.class), directory));
    }

    @Test
    void soIsThatOfTheDefault() {
        runner.run(context -> assertWatched(context.getBean(DiskSpaceHealthIndicator.class), Path.of("state/quota")));
    }

    private static void assertWatched(DiskSpaceHealthIndicator disk, Path directory) {
        assertThat(disk.health().getDetails())
                .containsEntry("path", directory.toAbsolutePath().toString());
    }
}
