package io.plugstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.convert.DurationStyle;

/** A stopping service has enough time to finish its work. */
class StoppingTest {

    private static final String LOOP = "../service-base/src/main/java/io/plugstream/base/shard/ShardLoop.java";
    private static final String DISPATCHER = "../webhook-dispatcher/src/main/java/io/plugstream/webhook/";

    private static final Duration MARGIN = Duration.ofSeconds(5);

    @ParameterizedTest
    @CsvSource({"local", "production", "complete"})
    void aPodHasEnoughTimeToStop(String overlay) throws IOException {
        Settings settings = Settings.read();
        Duration requests = DurationStyle.detectAndParse(settings.text("/spring/lifecycle/timeout-per-shutdown-phase"));

        assertGrace(overlay, "api-service", requests);
        assertGrace(
                overlay,
                "ocpp-gateway",
                requests.plus(settings.defaultOf("plugstream.gateway.connection.shutdown-timeout")));
        assertGrace(overlay, "quota-service", settings.defaultOf("plugstream.quota.close-timeout"));
        assertGrace(overlay, "sandbox", seconds(LOOP, "LONGEST_STOP"));
        assertGrace(
                overlay,
                "webhook-dispatcher",
                seconds(LOOP, "LONGEST_STOP")
                        .plus(settings.defaultOf("plugstream.delivery.drain"))
                        .plus(seconds(DISPATCHER + "deliver/DeliveryProperties.java", "ATTEMPT"))
                        .plus(seconds(DISPATCHER + "outcome/OutcomeLog.java", "LONGEST_FLUSH")));
    }

    /** A service's address is removed from the list before the service stops listening. */
    @ParameterizedTest
    @CsvSource({"api-service", "ocpp-gateway"})
    void aPodIsRemovedFromItsServiceBeforeItStops(String service) {
        assertThat(Overlay.all())
                .allSatisfy(overlay -> assertThat(preStop(overlay.pod(service)))
                        .isBetween(Duration.ofSeconds(3), Duration.ofSeconds(15)));
    }

    private static void assertGrace(String overlay, String service, Duration work) {
        PodSpec pod = Overlay.named(overlay).pod(service);

        assertThat(Duration.ofSeconds(pod.getTerminationGracePeriodSeconds()))
                .as(overlay + ": " + service)
                .isGreaterThanOrEqualTo(preStop(pod).plus(work).plus(MARGIN));
    }

    private static Duration preStop(PodSpec pod) {
        return Stream.of(pod.getContainers().getFirst())
                .flatMap(container -> Optional.ofNullable(container.getLifecycle()).stream())
                .map(lifecycle ->
                        Duration.ofSeconds(lifecycle.getPreStop().getSleep().getSeconds()))
                .findFirst()
                .orElse(Duration.ZERO);
    }

    private static Duration seconds(String file, String constant) throws IOException {
        Matcher found = Pattern.compile(constant + " = Duration\\.ofSeconds\\((\\d+)\\)")
                .matcher(Files.readString(Path.of(file)));
        assertThat(found.find()).as(constant).isTrue();
        return Duration.ofSeconds(Long.parseLong(found.group(1)));
    }
}
