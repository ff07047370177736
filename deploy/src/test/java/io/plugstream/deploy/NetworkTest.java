package io.plugstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who may speak to whom. */
class NetworkTest {

    static Stream<Overlay> overlays() {
        return Overlay.all();
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void nothingIsAllowedThatIsNotNamed(Overlay overlay) {
        assertThat(overlay.one(NetworkPolicy.class, "nothing").getSpec()).satisfies(policy -> {
            assertThat(policy.getPodSelector().getMatchLabels())
                    .isEqualTo(Map.of("app.kubernetes.io/part-of", "plugstream"));
            assertThat(policy.getPolicyTypes()).containsExactlyInAnyOrder("Ingress", "Egress");
            assertThat(policy.getIngress()).isEmpty();
            assertThat(policy.getEgress()).isEmpty();
        });
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void onlyApiServiceReachesPostgres(Overlay overlay) {
        assertThat(overlay.all(NetworkPolicy.class))
                .filteredOn(policy -> policy.getSpec().getEgress().stream().anyMatch(NetworkTest::isToPostgres))
                .extracting(policy -> policy.getMetadata().getName())
                .containsExactly("api-service");
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
    void anIngressKeepsQuietSocketsLongerThanAHeartbeat() {
        Map<String, String> annotations = Overlay.named("production")
                .one(Ingress.class, "ocpp-gateway")
                .getMetadata()
                .getAnnotations();

        assertThat(List.of("proxy-read-timeout", "proxy-send-timeout"))
                .allSatisfy(name -> assertThat(annotations.get("nginx.ingress.kubernetes.io/" + name))
                        .satisfies(
                                seconds -> assertThat(Integer.parseInt(seconds)).isGreaterThanOrEqualTo(600)));
    }

    private static boolean isToPostgres(NetworkPolicyEgressRule rule) {
        return rule.getPorts().stream()
                .anyMatch(port -> port.getPort() != null
                        && Integer.valueOf(5432).equals(port.getPort().getIntVal()));
    }
}
