package io.plugstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The settings of pods. */
class EnvironmentTest {

    static Stream<Overlay> overlays() {
        return Overlay.all();
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void everyVariableIsReadByServices(Overlay overlay) throws IOException {
        Settings settings = Settings.read();
        Stream<String> ofPods = Overlay.SERVICES.stream()
                .flatMap(service -> overlay.pod(service).getContainers().stream())
                .flatMap(container -> container.getEnv().stream())
                .map(EnvVar::getName)
                .filter(name -> !name.equals("JAVA_TOOL_OPTIONS"));

        assertThat(Stream.concat(ofPods, overlay.settings().getData().keySet().stream()))
                .isNotEmpty()
                .filteredOn(variable -> !settings.knows(variable))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void everyPodGetsItsNameAndTheSharedSettings(Overlay overlay) {
        assertThat(Overlay.SERVICES).allSatisfy(service -> {
            Container container = overlay.pod(service).getContainers().getFirst();
            assertThat(container.getEnvFrom())
                    .extracting(from -> from.getConfigMapRef().getName())
                    .containsExactly(overlay.settings().getMetadata().getName());
            assertThat(container.getEnv())
                    .filteredOn(variable -> variable.getName().equals("PLUGSTREAM_INSTANCE"))
                    .extracting(
                            variable -> variable.getValueFrom().getFieldRef().getFieldPath())
                    .containsExactly("metadata.name");
        });
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void secretsAreReferences(Overlay overlay) {
        assertThat(overlay.pods().flatMap(pod -> pod.getValue().getContainers().stream()))
                .flatMap(Container::getEnv)
                .filteredOn(variable -> isSecret(variable.getName()))
                .isNotEmpty()
                .allSatisfy(variable -> assertThat(
                                Optional.ofNullable(variable.getValueFrom()).map(from -> from.getSecretKeyRef()))
                        .isPresent());
        assertThat(overlay.all(ConfigMap.class))
                .flatMap(map -> map.getData().keySet())
                .noneMatch(EnvironmentTest::isSecret);
    }

    private static boolean isSecret(String variable) {
        return Stream.of("PASSWORD", "CLIENTSECRET", "SECRETS_KEYS", "JAAS")
                .anyMatch(word -> variable.toUpperCase(Locale.ROOT).contains(word));
    }
}
