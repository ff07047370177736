package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.local.process.ServiceImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The services' images, which halve the cost of their starts (ADR 94). */
class ImagesIT {

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void aServiceStartsFromItsImage(Service service) throws Exception {
        ServiceImage image = ServiceImage.beside(service.jar());
        try (ServiceNode node = new ServiceNode(SharedPlatform.get(), service, "imaged", directory)) {
            node.launch();
            node.awaitReady();

            assertThat(image.isCurrent()).isTrue();
            assertThat(node.command()).contains(image.option(), image.jar().toString());
            assertThat(Files.readAllLines(node.log()))
                    .filteredOn(line -> !isMissingAdapter(line))
                    .noneMatch(line -> line.toLowerCase(Locale.ROOT).contains("aot"));
        }
    }

    /** Two adapters of calls may have the same number in an image. The JVM warns and makes the second one itself. */
    private static boolean isMissingAdapter(String line) {
        return line.contains("[aot") && (line.contains("Saved blob's name") || line.contains("AdapterHandlerEntry"));
    }
}
