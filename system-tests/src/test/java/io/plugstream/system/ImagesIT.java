package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.local.process.ServiceImage;
import java.nio.file.Files;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The services' images, which halve the cost of their starts (ADR 94). */
class ImagesIT {

    @ParameterizedTest
    @EnumSource
    void aServiceStartsFromItsImage(Service service) throws Exception {
        Platform platform = SharedPlatform.get();
        ServiceImage image = service.image();

        assertThat(image.isCurrent()).isTrue();
        assertThat(platform.command(service))
                .contains(image.option(), image.jar().toString());
        assertThat(Files.readAllLines(platform.log(service)))
                .filteredOn(line -> !isOfTheService(line) && !isMissingAdapter(line))
                .noneMatch(line -> line.toLowerCase(Locale.ROOT).contains("aot"));
    }

    /** The service logs JSON, and the JVM logs text. */
    private static boolean isOfTheService(String line) {
        return line.startsWith("{");
    }

    /** Two adapters of calls may have the same number in an image. The JVM warns and makes the second one itself. */
    private static boolean isMissingAdapter(String line) {
        return line.contains("[aot") && (line.contains("Saved blob's name") || line.contains("AdapterHandlerEntry"));
    }
}
