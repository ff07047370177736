package io.plugstream.gateway.payload;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class InspectionTest {

    private static final Shape READINGS = Shape.object(Shape.required("values", Shape.readings(1, Shape.whole(0, 9))));

    /** A charger must not take the CPU of others with a long message full of faults. */
    @Test
    void leavingOutReadingsTakesNoLongerForEachWhenThereAreMany() {
        ObjectNode payload = Json.mapper().createObjectNode();
        var values = payload.putArray("values");
        for (int i = 0; i < 260_000; i++) {
            values.add(i % 100_000 == 7 ? 5 : -1);
        }
        long begun = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();

        Inspection.inspect(payload, READINGS, Strictness.TOLERANT);

        assertThat(Duration.ofNanos(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begun))
                .isLessThan(Duration.ofMillis(800));
        assertThat(values).hasSize(3);
    }
}
