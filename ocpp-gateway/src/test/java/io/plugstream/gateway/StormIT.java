package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Many chargers reconnect at the same moment: {@code -Dplugstream.storm.chargers}, or 1,000. */
class StormIT {

    private static final int AT_A_NARROW_DOOR = 40;
    private static final int CHARGERS = Integer.getInteger("plugstream.storm.chargers", 1_000);

    /** The longest wait of a resident charger for an answer, on two busy cores. */
    private static final Duration STILL_SERVED = Duration.ofSeconds(10);

    /** Two measured storms had about 60 from start to end. A resident that is served only afterwards gets none. */
    private static final int RESIDENT_ANSWERS = 5;

    private static TestTopics topics;

    @BeforeAll
    static void start() {
        topics = new TestTopics(RealParts.kafka().bootstrapServers());
    }

    @AfterAll
    static void stop() {
        topics.close();
    }

    @Test
    void allAreServedAndAConnectedChargerIsAnsweredMeanwhile() throws Exception {
        try (RunningGateway second = gateway();
                Storm storm = new Storm(registered(CHARGERS))) {
            try (RunningGateway first = gateway()) {
                storm.awaitKnown(first.port());
                report("the first connection", storm.strike(first.port()));
            }
            storm.awaitAllCutOff();
            storm.awaitKnown(second.port());

            try (OcaCharger resident = OcaCharger.connect(second, topics)) {
                Storm.Course course = storm.strike(second.port(), resident::beats);
                report("the return", course);
                assertThat(course.served()).isEqualTo(CHARGERS);
                assertThat(course.residentAnswers())
                        .as("answers to the resident while the storm lasted")
                        .isGreaterThanOrEqualTo(RESIDENT_ANSWERS);
                assertThat(course.residentSlowest()).isLessThan(STILL_SERVED);
                assertThat(figure(second, "plugstream.gateway.connected.chargers"))
                        .as("all chargers of the storm and the resident")
                        .isEqualTo(CHARGERS + 1);
            }
        }
    }

    @Test
    void chargersToldToRetryLaterAreServedInTheEnd() throws Exception {
        try (RunningGateway narrow = gateway(
                        "plugstream.gateway.admission.concurrent=1",
                        "plugstream.gateway.admission.waiting=2",
                        "plugstream.gateway.handshake.retry-after=1s");
                Storm storm = new Storm(registered(AT_A_NARROW_DOOR))) {
            storm.awaitKnown(narrow.port());
            Storm.Course course = storm.strike(narrow.port());
            report("a narrow door", course);

            assertThat(course.served()).isEqualTo(AT_A_NARROW_DOOR);
            assertThat(course.toldToComeLater()).isPositive();
        }
    }

    private static RunningGateway gateway(String... settings) {
        RunningGateway gateway = RunningGateway.start(
                RealParts.kafka().bootstrapServers(),
                Stream.concat(Stream.of("plugstream.shield.failures-per-minute=10000"), Stream.of(settings))
                        .toArray(String[]::new));
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            try (RawCharger nobody = RawCharger.shakeHands(gateway.port(), "/ocpp/demo/nobody", new byte[0])) {
                return nobody.status() == 404;
            }
        });
        return gateway;
    }

    private static List<ChargerId> registered(int count) throws Exception {
        String site = "S" + UUID.randomUUID().toString().substring(0, 8) + '-';
        List<ChargerId> chargers = IntStream.range(0, count)
                .mapToObj(charger -> new ChargerId("demo", site + charger))
                .toList();
        topics.registerAll(chargers, "secret");
        return chargers;
    }

    private static double figure(RunningGateway gateway, String name) {
        return gateway.bean(MeterRegistry.class).get(name).gauge().value();
    }

    private static void report(String what, Storm.Course course) {
        System.out.println("Storm, " + what + ": " + course);
    }
}
