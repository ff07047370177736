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
                .containsAll(image.options())
                .contains(image.jar().toString());
        // The service logs JSON, and the JVM logs text.
        assertThat(Files.readAllLines(platform.log(service)))
                .filteredOn(line -> !line.startsWith("{"))
                .noneMatch(line -> line.toLowerCase(Locale.ROOT).contains("aot"));
    }
}
