package io.plugstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.IngressSpec;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicySpec;
import io.fabric8.openshift.api.model.monitoring.v1.PodMonitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which pods may connect to which. */
class NetworkTest {

    static Stream<Overlay> overlays() {
        return Overlay.all();
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void trafficIsDeniedByDefault(Overlay overlay) {
        assertThat(overlay.one(NetworkPolicy.class, "nothing").getSpec()).satisfies(policy -> {
            assertThat(policy.getPodSelector().getMatchLabels())
                    .isEqualTo(Map.of("app.kubernetes.io/part-of", "plugstream"));
            assertThat(policy.getPolicyTypes()).containsExactlyInAnyOrder("Ingress", "Egress");
            assertThat(policy.getIngress()).isEmpty();
            assertThat(policy.getEgress()).isEmpty();
        });
    }

    /** Its user may do everything in Kafka. */
    @Test
    void theToolsOfKafkaReachOnlyTheBrokersAndDns() throws IOException {
        List<HasMetadata> tools = StrictYaml.objects(Files.readString(Path.of("kubernetes/kafka-tools.yaml")));
        Map<String, String> labels = ((Pod) tools.getFirst()).getMetadata().getLabels();
        NetworkPolicySpec policy = ((NetworkPolicy) tools.getLast()).getSpec();

        assertThat(labels)
                .containsEntry("app.kubernetes.io/part-of", "plugstream")
                .containsAllEntriesOf(policy.getPodSelector().getMatchLabels());
        assertThat(policy.getIngress()).isEmpty();
        assertThat(policy.getEgress())
                .allSatisfy(rule -> assertThat(rule.getTo()).isNotEmpty().allMatch(NetworkTest::isLimited))
                .flatMap(NetworkPolicyEgressRule::getPorts)
                .extracting(open -> open.getPort().getIntVal())
                .containsOnly(53, 9093);
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void onlyApiServiceReachesPostgres(Overlay overlay) {
        assertThat(overlay.all(NetworkPolicy.class))
                .filteredOn(policy -> policy.getSpec().getEgress().stream().anyMatch(NetworkTest::isToPostgres))
                .extracting(policy -> policy.getMetadata().getName())
                .containsExactly("api-service-to-postgres");
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void everyRuleNamesItsPeers(Overlay overlay) {
        assertThat(overlay.all(NetworkPolicy.class)).hasSizeGreaterThan(5).allSatisfy(policy -> {
            assertThat(policy.getSpec().getIngress())
                    .allSatisfy(rule -> assertThat(rule.getFrom()).isNotEmpty().allMatch(NetworkTest::isLimited));
            assertThat(policy.getSpec().getEgress())
                    .allSatisfy(rule -> assertThat(rule.getTo()).isNotEmpty().allMatch(NetworkTest::isLimited));
        });
    }

    @ParameterizedTest
    @CsvSource({"api-service, http", "ocpp-gateway, ocpp"})
    void clientsAndChargersConnectOnlyThroughTheIngressController(String service, String port) {
        assertThat(Overlay.all())
                .allSatisfy(overlay -> assertThat(overlay.one(NetworkPolicy.class, service)
                                .getSpec()
                                .getIngress())
                        .singleElement()
                        .satisfies(rule -> {
                            assertThat(rule.getPorts())
                                    .extracting(open -> open.getPort().getStrVal())
                                    .containsExactly(port);
                            assertThat(rule.getFrom())
                                    .singleElement()
                                    .satisfies(peer -> assertThat(
                                                    peer.getNamespaceSelector().getMatchLabels())
                                            .isEqualTo(Map.of("kubernetes.io/metadata.name", "ingress-nginx")));
                        }));
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void onlyPrometheusReachesManagementPorts(Overlay overlay) {
        assertThat(overlay.all(NetworkPolicy.class))
                .flatMap(policy -> policy.getSpec().getIngress())
                .filteredOn(rule -> rule.getPorts().stream()
                        .anyMatch(open -> "management".equals(open.getPort().getStrVal())))
                .singleElement()
                .satisfies(rule -> assertThat(rule.getFrom())
                        .singleElement()
                        .satisfies(
                                peer -> assertThat(peer.getNamespaceSelector().getMatchLabels())
                                        .isEqualTo(Map.of("kubernetes.io/metadata.name", "monitoring"))));
    }

    /** The alerts on PostgreSQL's standbys and archive need its metrics. */
    @Test
    void prometheusReachesThePostgresThatItLooksFor() {
        Overlay complete = Overlay.named("complete");
        NetworkPolicySpec policy = complete.one(NetworkPolicy.class, "postgres").getSpec();

        assertThat(complete.one(PodMonitor.class, "postgres").getSpec().getSelector())
                .isEqualTo(policy.getPodSelector());
        assertThat(policy.getIngress())
                .filteredOn(rule -> rule.getFrom().stream()
                        .anyMatch(peer -> peer.getNamespaceSelector() != null
                                && peer.getNamespaceSelector().getMatchLabels().containsValue("monitoring")))
                .flatMap(rule -> rule.getPorts())
                .extracting(open -> open.getPort().getIntVal())
                .containsExactly(9187);
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void theDispatcherReachesTheInternetAndNoPrivateRange(Overlay overlay) {
        assertThat(overlay.one(NetworkPolicy.class, "webhook-dispatcher")
                        .getSpec()
                        .getEgress())
                .flatMap(NetworkPolicyEgressRule::getTo)
                .filteredOn(peer -> peer.getIpBlock().getCidr().equals("0.0.0.0/0"))
                .singleElement()
                .satisfies(peer -> assertThat(peer.getIpBlock().getExcept())
                        .contains("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"));
    }

    @Test
    void anIngressKeepsIdleSocketsLongerThanAHeartbeat() {
        Map<String, String> annotations = Overlay.named("production")
                .one(Ingress.class, "ocpp-gateway")
                .getMetadata()
                .getAnnotations();

        assertThat(List.of("proxy-read-timeout", "proxy-send-timeout"))
                .allSatisfy(name -> assertThat(annotations.get("nginx.ingress.kubernetes.io/" + name))
                        .satisfies(
                                seconds -> assertThat(Integer.parseInt(seconds)).isGreaterThanOrEqualTo(600)));
    }

    /** The network policies admit this controller. Without a default class of the cluster, none would serve it. */
    @Test
    void anIngressNamesItsController() {
        assertThat(Overlay.named("production").all(Ingress.class))
                .hasSize(3)
                .allMatch(ingress -> "nginx".equals(ingress.getSpec().getIngressClassName()));
    }

    /** During a release, a pod has not the files of a page that another pod served. */
    @Test
    void theIngressKeepsABrowserOfThePortalAtOnePod() {
        Overlay production = Overlay.named("production");
        Ingress portal = production.one(Ingress.class, "portal");
        IngressSpec api = production.one(Ingress.class, "api-service").getSpec();

        assertThat(portal.getMetadata().getAnnotations())
                .containsEntry("nginx.ingress.kubernetes.io/affinity", "cookie")
                .containsEntry("nginx.ingress.kubernetes.io/proxy-buffering", "off");
        assertThat(portal.getSpec().getTls()).isEqualTo(api.getTls());
        assertThat(portal.getSpec().getRules()).singleElement().satisfies(rule -> {
            assertThat(rule.getHost()).isEqualTo(api.getRules().getFirst().getHost());
            assertThat(rule.getHttp().getPaths()).singleElement().satisfies(path -> {
                assertThat(path.getPath()).isEqualTo("/portal");
                assertThat(path.getBackend())
                        .isEqualTo(api.getRules()
                                .getFirst()
                                .getHttp()
                                .getPaths()
                                .getFirst()
                                .getBackend());
            });
        });
    }

    /** A selector without labels matches everybody. */
    private static boolean isLimited(NetworkPolicyPeer peer) {
        return peer.getIpBlock() != null
                || Stream.of(
                                Optional.ofNullable(peer.getPodSelector()),
                                Optional.ofNullable(peer.getNamespaceSelector()))
                        .flatMap(Optional::stream)
                        .anyMatch(selector -> !selector.getMatchLabels().isEmpty()
                                || !selector.getMatchExpressions().isEmpty());
    }

    private static boolean isToPostgres(NetworkPolicyEgressRule rule) {
        return rule.getPorts().stream()
                .flatMap(port -> Optional.ofNullable(port.getPort()).stream())
                .anyMatch(port -> "postgres".equals(port.getStrVal())
                        || Integer.valueOf(5432).equals(port.getIntVal()));
    }
}
