package io.plugstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestsTest {

    private static final Set<String> SERVICES =
            Set.of("api-service", "ocpp-gateway", "quota-service", "webhook-dispatcher");

    static Stream<Path> files() {
        return Manifests.files(Manifests.ROOT).stream();
    }

    static Stream<PodSpec> pods() {
        return Manifests.pods().map(Map.Entry::getValue);
    }

    static Stream<Path> folders() {
        return Stream.of("base", "overlays/local", "overlays/production").map(Manifests.ROOT::resolve);
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyFieldOfEveryObjectIsOneThatKubernetesKnows(Path file) {
        assertThat(Manifests.read(file))
                .isNotEmpty()
                .allSatisfy(object -> assertThat(object.getMetadata().getName()).isNotBlank());
    }

    @Test
    void anUnknownFieldIsFound(@TempDir Path folder) throws IOException {
        String fault = Files.readString(Manifests.ROOT.resolve("base/api-service.yaml"))
                .replaceFirst("readOnlyRootFilesystem", "readOnlyRootFileSystem");
        Path file = Files.writeString(folder.resolve("fault.yaml"), fault);

        assertThatThrownBy(() -> Manifests.read(file)).hasMessageContaining("readOnlyRootFileSystem");
    }

    @ParameterizedTest
    @MethodSource("folders")
    void everyFileIsPartOfItsKustomization(Path folder) throws IOException {
        List<String> lines = Files.readAllLines(folder.resolve("kustomization.yaml")).stream()
                .map(String::strip)
                .toList();

        assertThat(Manifests.files(folder))
                .isNotEmpty()
                .allSatisfy(file -> assertThat(lines).contains("- " + folder.relativize(file)));
    }

    @Test
    void theFourServicesAreThere() {
        assertThat(Manifests.pods().map(Map.Entry::getKey)).containsAll(SERVICES);
    }

    @ParameterizedTest
    @MethodSource("pods")
    void everyPodIsRestricted(PodSpec pod) {
        assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.getSecurityContext().getRunAsUser()).isPositive();
        assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
        assertThat(pod.getAutomountServiceAccountToken()).isFalse();
        assertThat(pod.getContainers()).allSatisfy(container -> {
            assertThat(container.getSecurityContext().getAllowPrivilegeEscalation())
                    .isFalse();
            assertThat(container.getSecurityContext().getCapabilities().getDrop())
                    .containsExactly("ALL");
        });
    }

    @ParameterizedTest
    @MethodSource("pods")
    void everyContainerHasBounds(PodSpec pod) {
        assertThat(pod.getContainers()).allSatisfy(container -> {
            assertThat(container.getResources().getRequests()).containsKeys("cpu", "memory");
            assertThat(container.getResources().getLimits()).containsKeys("cpu", "memory");
        });
    }

    @ParameterizedTest
    @MethodSource("pods")
    void everyContainerIsProbedOnAPortItHas(PodSpec pod) {
        assertThat(pod.getContainers())
                .allSatisfy(container -> assertThat(List.of(
                                container.getStartupProbe(),
                                container.getLivenessProbe(),
                                container.getReadinessProbe()))
                        .flatMap(probe -> port(probe).stream().toList())
                        .allSatisfy(port -> assertThat(portNames(container)).contains(port)));
    }

    @ParameterizedTest
    @MethodSource("pods")
    void everyMountIsOfAVolume(PodSpec pod) {
        Set<String> claimed = Set.of("data", "state");
        Set<String> volumes = pod.getVolumes().stream().map(Volume::getName).collect(Collectors.toSet());

        assertThat(pod.getContainers())
                .flatMap(Container::getVolumeMounts)
                .extracting(VolumeMount::getName)
                .allSatisfy(name -> assertThat(volumes.contains(name) || claimed.contains(name))
                        .isTrue());
    }

    @ParameterizedTest
    @MethodSource("pods")
    void secretsAreReferences(PodSpec pod) {
        assertThat(pod.getContainers())
                .flatMap(Container::getEnv)
                .filteredOn(variable -> Stream.of("PASSWORD", "SECRETS_KEYS")
                        .anyMatch(word ->
                                variable.getName().toUpperCase(Locale.ROOT).contains(word)))
                .allSatisfy(variable -> assertThat(secret(variable)).isPresent());
    }

    @ParameterizedTest
    @ValueSource(strings = {"api-service", "ocpp-gateway", "quota-service", "webhook-dispatcher"})
    void aServiceRunsOnAReadOnlyRootAndHasTimeToDrain(String name) {
        PodSpec pod = pod(name);

        assertThat(pod.getTerminationGracePeriodSeconds()).isGreaterThan(45);
        assertThat(pod.getContainers()).allSatisfy(container -> {
            assertThat(container.getSecurityContext().getReadOnlyRootFilesystem())
                    .isTrue();
            assertThat(container.getVolumeMounts())
                    .extracting(VolumeMount::getMountPath)
                    .contains("/tmp");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"api-service", "ocpp-gateway", "quota-service", "webhook-dispatcher"})
    void aServiceLosesOnePodAtATime(String name) {
        assertThat(Manifests.all(PodDisruptionBudget.class))
                .filteredOn(budget -> selects(budget.getSpec().getSelector().getMatchLabels(), name))
                .singleElement()
                .satisfies(budget -> assertThat(budget.getSpec().getMaxUnavailable())
                        .extracting("intVal")
                        .isEqualTo(1));
    }

    @Test
    void everyKubernetesServiceLeadsToAPortOfItsPods() {
        assertThat(Manifests.all(Service.class)).isNotEmpty().allSatisfy(service -> {
            PodSpec pod = pod(service.getMetadata().getName());
            assertThat(selects(
                            service.getSpec().getSelector(),
                            service.getMetadata().getName()))
                    .isTrue();
            assertThat(service.getSpec().getPorts())
                    .allSatisfy(port -> assertThat(portNames(pod.getContainers().getFirst()))
                            .contains(port.getTargetPort().getStrVal()));
        });
    }

    @Test
    void onlyApiServiceReachesPostgres() {
        assertThat(Manifests.all(NetworkPolicy.class))
                .filteredOn(policy -> policy.getSpec().getEgress().stream()
                        .flatMap(rule -> rule.getPorts().stream())
                        .anyMatch(port -> port.getPort() != null
                                && Integer.valueOf(5432).equals(port.getPort().getIntVal())))
                .extracting(HasMetadata::getMetadata)
                .extracting("name")
                .containsExactly("api-service");
    }

    private static PodSpec pod(String name) {
        return Manifests.pods()
                .filter(pod -> pod.getKey().equals(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    private static Optional<Object> secret(EnvVar variable) {
        return Optional.ofNullable(variable.getValueFrom()).map(from -> from.getSecretKeyRef());
    }

    private static Optional<String> port(Probe probe) {
        return Stream.of(
                        Optional.ofNullable(probe.getHttpGet()).map(get -> get.getPort()),
                        Optional.ofNullable(probe.getTcpSocket()).map(socket -> socket.getPort()))
                .flatMap(Optional::stream)
                .map(port -> port.getStrVal())
                .findFirst();
    }

    private static List<String> portNames(Container container) {
        return container.getPorts().stream().map(ContainerPort::getName).toList();
    }

    private static boolean selects(Map<String, String> labels, String name) {
        return labels.equals(Map.of("app.kubernetes.io/name", name));
    }
}
