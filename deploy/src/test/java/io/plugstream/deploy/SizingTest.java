package io.plugstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The memory limit of the gateways fits the fleet that the manifests promise to hold. */
class SizingTest {

    private static final String GATEWAY = "ocpp-gateway";

    /** As measured in docs/performance.md. */
    private static final double SOCKET = 25_800;

    /** Every gateway has five entries of 0.5 KB for each charger of the fleet. */
    private static final double TABLES = 2_500;

    private static final double REST = 40_000_000;

    /** The share of the old generation above which HeapNearlyFull fires. */
    private static final double FULL = 0.85;

    /** The old generation's share of the heap, by default. */
    private static final double OLD = 2.0 / 3;

    @Test
    void aGatewayHoldsAsManyChargersAsTheAutoscalerGivesIt() throws IOException {
        HorizontalPodAutoscalerSpec scaler = Overlay.named("complete")
                .one(HorizontalPodAutoscaler.class, GATEWAY)
                .getSpec();
        int mean = scaler.getMetrics()
                .getFirst()
                .getPods()
                .getTarget()
                .getAverageValue()
                .getNumericalAmount()
                .intValue();

        assertThat(live(scaler.getMaxReplicas(), mean)).isLessThan(room("complete"));
    }

    /** As docs/operations.md says. */
    @ParameterizedTest
    @ValueSource(strings = {"local", "production"})
    void twoGatewaysHoldTenThousandChargers(String overlay) throws IOException {
        assertThat(live(2, 5_000)).isLessThan(room(overlay));
    }

    /** Bytes that are alive in the last old gateway of a release, to which chargers of all others have moved. */
    private static double live(int gateways, int mean) {
        double most = mean * Math.pow(1 + 1.0 / gateways, gateways - 1);
        return most * SOCKET + (double) gateways * mean * TABLES + REST;
    }

    private static double room(String overlay) throws IOException {
        Quantity limit = Overlay.named(overlay)
                .pod(GATEWAY)
                .getContainers()
                .getFirst()
                .getResources()
                .getLimits()
                .get("memory");
        return Quantity.getAmountInBytes(limit).doubleValue() * heap() * OLD * FULL;
    }

    /** The heap's share of the container's memory. */
    private static double heap() throws IOException {
        Matcher share =
                Pattern.compile("MaxRAMPercentage=(\\d+)").matcher(Files.readString(Path.of("docker/Dockerfile")));
        assertThat(share.find()).isTrue();
        return Integer.parseInt(share.group(1)) / 100.0;
    }
}
