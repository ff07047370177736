package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.model.event.EventRecord;
import io.plugstream.webhook.claim.ClaimProperties;
import io.plugstream.webhook.deliver.DeliveryProperties;
import io.plugstream.webhook.outcome.OutcomeProperties;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;

class PropertiesTest {

    @Test
    void deliveryDefaults() {
        assertThat(bind("plugstream.delivery", DeliveryProperties.class, Map.of()))
                .isEqualTo(new DeliveryProperties(
                        64, 1_000, 2_048, DataSize.ofMegabytes(64), Duration.ofSeconds(30), Duration.ofSeconds(10)));
    }

    /** A gateway that was cut off may send a copy of an event that another one has published. */
    @Test
    void eventsAreRememberedForLongerThanCopiesOfThemMayCome() {
        assertThat(bind("plugstream.claim", ClaimProperties.class, Map.of()).memory())
                .isGreaterThan(EventRecord.LATEST_COPY);
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

    @ParameterizedTest
    @CsvSource({
        "claim.look-back=-1s, lookBack",
        "claim.late=0s, late",
        "claim.patience=-1s, patience",
        "claim.memory=0s, memory",
        "claim.memory-events=0, memoryEvents",
        "delivery.in-flight=0, inFlight",
        "delivery.longest-wait=0s, longestWait",
        "delivery.drain=-1s, drain"
    })
    void badSettingsAreNamedAndStopTheStart(String setting, String name) {
        new ApplicationContextRunner()
                .withUserConfiguration(Bound.class)
                .withPropertyValues("plugstream." + setting)
                .run(context ->
                        assertThat(context.getStartupFailure()).rootCause().hasMessageContaining("'" + name + "'"));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties({ClaimProperties.class, DeliveryProperties.class})
    static class Bound {}

    private static <T> T bind(String prefix, Class<T> type, Map<String, String> values) {
        return new Binder(new MapConfigurationPropertySource(values)).bindOrCreate(prefix, type);
    }
}
