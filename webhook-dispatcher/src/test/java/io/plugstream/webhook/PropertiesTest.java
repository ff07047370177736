package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.webhook.deliver.DeliveryProperties;
import io.plugstream.webhook.outcome.OutcomeProperties;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class PropertiesTest {

    @Test
    void deliveryDefaults() {
        assertThat(bind("plugstream.delivery", DeliveryProperties.class, Map.of()))
                .isEqualTo(new DeliveryProperties(
                        64, 1_000, 2_048, DataSize.ofMegabytes(64), Duration.ofSeconds(30), Duration.ofSeconds(10)));
    }

    @Test
    void deliveryNames() {
        assertThat(bind(
                        "plugstream.delivery",
                        DeliveryProperties.class,
                        Map.of(
                                "plugstream.delivery.in-flight", "1",
                                "plugstream.delivery.waiting", "2",
                                "plugstream.delivery.in-flight-in-all", "3",
                                "plugstream.delivery.waiting-memory", "7KB",
                                "plugstream.delivery.longest-wait", "4s",
                                "plugstream.delivery.drain", "5s")))
                .isEqualTo(new DeliveryProperties(
                        1, 2, 3, DataSize.ofKilobytes(7), Duration.ofSeconds(4), Duration.ofSeconds(5)));
    }

    @Test
    void outcomeDefaultsLeaveTimeForAnAttempt() {
        OutcomeProperties times = bind("plugstream.outcome", OutcomeProperties.class, Map.of());
        assertThat(times)
                .isEqualTo(
                        new OutcomeProperties(Duration.ofSeconds(45), Duration.ofSeconds(60), Duration.ofSeconds(1)));
        assertThat(bind("plugstream.delivery", DeliveryProperties.class, Map.of())
                        .longestLife())
                .isLessThan(times.recordWithin());
    }

    @Test
    void anOutcomeMustBeRecordedBeforeItIsUnknown() {
        assertThatThrownBy(() ->
                        new OutcomeProperties(Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofSeconds(1)))
                .hasMessageContaining("plugstream.outcome.record-within");
    }

    private static <T> T bind(String prefix, Class<T> type, Map<String, String> values) {
        return new Binder(new MapConfigurationPropertySource(values)).bindOrCreate(prefix, type);
    }
}
