package io.plugstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.strimzi.api.kafka.model.nodepool.KafkaNodePool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules for the objects of every overlay. Reading them already proves that Kubernetes knows each field. */
class WorkloadsTest {

    private static final String NAME = "app.kubernetes.io/name";

    static Stream<Overlay> overlays() {
        return Overlay.all();
    }

    static Stream<PodSpec> pods() {
        return Overlay.all().flatMap(Overlay::pods).map(Map.Entry::getValue);
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void everyOverlayHasTheFiveServices(Overlay overlay) {
        assertThat(overlay.pods().map(Map.Entry::getKey)).containsAll(Overlay.SERVICES);
    }

    @ParameterizedTest
    @MethodSource("pods")
    void everyPodIsRestricted(PodSpec pod) {
        assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.getSecurityContext().getRunAsUser()).isPositive();
        assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
        assertThat(pod.getAutomountServiceAccountToken()).isFalse();
        assertThat(pod.getHostNetwork()).isNull();
        assertThat(pod.getContainers()).allSatisfy(container -> {
            assertThat(container.getSecurityContext().getAllowPrivilegeEscalation())
                    .isFalse();
            assertThat(container.getSecurityContext().getCapabilities().getDrop())
                    .containsExactly("ALL");
        });
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void servicesCannotWriteToTheirImage(Overlay overlay) {
        assertThat(Overlay.SERVICES)
                .allSatisfy(service -> assertThat(overlay.pod(service).getContainers())
                        .allMatch(container -> container.getSecurityContext().getReadOnlyRootFilesystem()));
    }

    @ParameterizedTest
    @MethodSource("pods")
    void everyContainerHasRequestsAndLimits(PodSpec pod) {
        assertThat(pod.getContainers()).allSatisfy(container -> {
            assertThat(container.getResources().getRequests()).containsKeys("cpu", "memory");
            assertThat(container.getResources().getLimits()).containsKeys("cpu", "memory");
        });
    }

    @ParameterizedTest
    @MethodSource("pods")
    void everyContainerIsProbedOnOneOfItsPorts(PodSpec pod) {
        assertThat(pod.getContainers())
                .allSatisfy(container -> assertThat(List.of(
                                container.getStartupProbe(),
                                container.getLivenessProbe(),
                                container.getReadinessProbe()))
                        .flatMap(probe -> port(probe).stream().toList())
                        .allSatisfy(port -> assertThat(portNames(container)).contains(port)));
    }

    /** A start that is killed in a migration would begin it again, for ever. So would a release that is rolled back. */
    @ParameterizedTest
    @MethodSource("overlays")
    void aStartMayTakeLongerThanAStatementOfAMigration(Overlay overlay) throws IOException {
        int statement = Integer.parseInt(setting("socketTimeout: \"(\\d+)\""));
        Probe startup = overlay.pod("api-service").getContainers().getFirst().getStartupProbe();
        int start = startup.getPeriodSeconds() * startup.getFailureThreshold();

        assertThat(start).isGreaterThan(statement);
        assertThat(overlay.one(Deployment.class, "api-service").getSpec().getProgressDeadlineSeconds())
                .isGreaterThan(start);
    }

    /** In a release two pods may start and two end beside the others; operators and the cluster need ten sessions. */
    @Test
    void postgresqlHasConnectionsForAllReplicas() throws IOException {
        Overlay complete = Overlay.named("complete");
        int replicas = complete.one(HorizontalPodAutoscaler.class, "api-service")
                .getSpec()
                .getMaxReplicas();
        int pool = Integer.parseInt(setting("max-size: (\\d+)"));
        int most = Integer.parseInt(Objects.requireNonNull(
                        complete.one(PostgresCluster.class, "plugstream").getSpec())
                .postgresql()
                .parameters()
                .get("max_connections"));

        assertThat((replicas + 2) * (pool + 2) + 10).isLessThanOrEqualTo(most);
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void servicesAreProbedOnTheirActuator(Overlay overlay) {
        for (String name : Overlay.SERVICES) {
            Container container = overlay.pod(name).getContainers().getFirst();

            assertThat(List.of(container.getLivenessProbe(), container.getReadinessProbe()))
                    .extracting(probe -> probe.getHttpGet().getPath())
                    .containsExactly("/actuator/health/liveness", "/actuator/health/readiness");
            assertThat(container.getPorts())
                    .filteredOn(port -> port.getName().equals("management"))
                    .extracting(ContainerPort::getContainerPort)
                    .containsExactly(actuatorPort(name));
        }
    }

    /** By the annotations that {@code prometheus/kubernetes.yml} looks for. */
    @ParameterizedTest
    @MethodSource("overlays")
    void prometheusFindsThePods(Overlay overlay) {
        Stream<PodTemplateSpec> templates = Stream.concat(
                overlay.all(Deployment.class).map(found -> found.getSpec().getTemplate()),
                overlay.all(StatefulSet.class).map(found -> found.getSpec().getTemplate()));

        assertThat(templates.map(PodTemplateSpec::getMetadata))
                .filteredOn(pod -> Overlay.SERVICES.contains(pod.getLabels().get(NAME)))
                .hasSize(Overlay.SERVICES.size())
                .allSatisfy(pod -> assertThat(pod.getAnnotations())
                        .containsEntry("prometheus.io/scrape", "true")
                        .containsEntry("prometheus.io/path", "/actuator/prometheus")
                        .containsEntry("prometheus.io/port", Integer.toString(actuatorPort(name(pod)))));
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void everyMountHasAVolume(Overlay overlay) {
        Map<String, List<String>> claims = overlay.all(StatefulSet.class)
                .collect(Collectors.toMap(
                        set -> set.getMetadata().getName(),
                        set -> set.getSpec().getVolumeClaimTemplates().stream()
                                .map(claim -> claim.getMetadata().getName())
                                .toList()));

        assertThat(overlay.pods()).allSatisfy(workload -> {
            Stream<String> volumes = workload.getValue().getVolumes().stream().map(Volume::getName);
            assertThat(workload.getValue().getContainers())
                    .flatMap(Container::getVolumeMounts)
                    .extracting(VolumeMount::getName)
                    .isSubsetOf(Stream.concat(volumes, claims.getOrDefault(workload.getKey(), List.of()).stream())
                            .toList());
        });
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void aServiceSpreadsItsPodsAndLosesOneAtATime(Overlay overlay) {
        for (String name : Overlay.SERVICES) {
            assertThat(overlay.one(PodDisruptionBudget.class, name).getSpec())
                    .satisfies(budget ->
                            assertThat(budget.getSelector().getMatchLabels()).isEqualTo(Map.of(NAME, name)))
                    .satisfies(budget ->
                            assertThat(budget.getUnhealthyPodEvictionPolicy()).isEqualTo("AlwaysAllow"))
                    .satisfies(budget -> assertThat(budget.getMaxUnavailable())
                            .extracting("intVal")
                            .isEqualTo(1));
            assertThat(overlay.pod(name).getTopologySpreadConstraints())
                    .allSatisfy(constraint ->
                            assertThat(constraint.getMatchLabelKeys()).containsExactly(NAME))
                    .extracting("topologyKey")
                    .containsExactly("topology.kubernetes.io/zone", "kubernetes.io/hostname");
        }
    }

    /** A node that is lost takes one copy of the data with it, never two. */
    @Test
    void brokersAndDatabasesDoNotShareANode() {
        Overlay complete = Overlay.named("complete");

        assertThat(complete.all(KafkaNodePool.class))
                .hasSize(2)
                .allSatisfy(pool -> assertThat(pool.getSpec()
                                .getTemplate()
                                .getPod()
                                .getAffinity()
                                .getPodAntiAffinity()
                                .getRequiredDuringSchedulingIgnoredDuringExecution())
                        .singleElement()
                        .satisfies(rule -> {
                            assertThat(rule.getTopologyKey()).isEqualTo("kubernetes.io/hostname");
                            assertThat(rule.getLabelSelector().getMatchLabels())
                                    .isEqualTo(Map.of(
                                            "strimzi.io/pool-name",
                                            pool.getMetadata().getName()));
                        }));
        assertThat(Objects.requireNonNull(complete.one(PostgresCluster.class, "plugstream")
                                .getSpec())
                        .affinity())
                .isEqualTo(new PostgresCluster.Affinity("required", "kubernetes.io/hostname"));
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void everyKubernetesServiceLeadsToAPortOfItsPods(Overlay overlay) {
        assertThat(overlay.all(Service.class)).isNotEmpty().allSatisfy(service -> {
            String name = service.getMetadata().getName();
            assertThat(service.getSpec().getSelector()).isEqualTo(Map.of(NAME, name));
            assertThat(service.getSpec().getPorts())
                    .extracting(port -> port.getTargetPort().getStrVal())
                    .isSubsetOf(portNames(overlay.pod(name).getContainers().getFirst()));
        });
    }

    private static String name(ObjectMeta pod) {
        return Objects.requireNonNull(pod.getLabels().get(NAME));
    }

    /** The first match in the defaults of api-service. */
    private static String setting(String pattern) throws IOException {
        return Pattern.compile(pattern)
                .matcher(Files.readString(Path.of("../api-service/src/main/resources/application.yaml")))
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow();
    }

    /** The port in the service's own defaults. */
    private static int actuatorPort(String service) {
        try {
            return StrictYaml.documents(Files.readString(Path.of("..", service, "src/main/resources/application.yaml")))
                    .stream()
                    .map(document -> document.at("/management/server/port"))
                    .filter(JsonNode::isInt)
                    .findFirst()
                    .orElseThrow()
                    .asInt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
}
