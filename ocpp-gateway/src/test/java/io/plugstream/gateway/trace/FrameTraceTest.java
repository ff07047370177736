package io.plugstream.gateway.trace;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.plugstream.model.charger.ChargerId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class FrameTraceTest {

    private static final ChargerId ONE = new ChargerId("demo", "CP-1");
    private static final ChargerId TWO = new ChargerId("demo", "CP-2");

    private Instant now = Instant.parse("2026-11-21T10:00:00Z");
    private final InstantSource time = () -> now;
    private final FrameTrace trace = new FrameTrace(time.withZone(ZoneOffset.UTC));
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        logger().addAppender(log);
    }

    @AfterEach
    void stopListening() {
        logger().detachAppender(log);
    }

    @Test
    void showsOnlyTheTracedCharger() {
        trace.received(ONE, "[3,\"before\",{}]");
        trace.start(ONE, Duration.ofMinutes(1));
        trace.received(ONE, "[2,\"1\",\"Authorize\",{\"idTag\":\"SECRET\"}]");
        trace.sent(ONE, "[3,\"1\",{}]");
        trace.received(TWO, "[3,\"other\",{}]");
        trace.stop(ONE);
        trace.received(ONE, "[3,\"after\",{}]");

        assertThat(frames())
                .containsExactly(
                        Map.of(
                                "charger", "demo/CP-1",
                                "direction", "received",
                                "frame", "[2,\"1\",\"Authorize\",{\"idTag\":\"***\"}]"),
                        Map.of("charger", "demo/CP-1", "direction", "sent", "frame", "[3,\"1\",{}]"));
    }

    @Test
    void endsAfterItsDuration() {
        trace.start(ONE, Duration.ofMinutes(1));
        now = now.plusSeconds(60);
        trace.received(ONE, "[3,\"after\",{}]");

        assertThat(frames()).isEmpty();
        assertThat(trace.traced()).isEmpty();
        assertThat(trace.stop(ONE)).isFalse();
    }

    @Test
    void tracesALimitedNumberOfChargers() {
        for (int charger = 0; charger < FrameTrace.MOST; charger++) {
            assertThat(trace.start(new ChargerId("demo", "X" + charger), Duration.ofMinutes(1)))
                    .isPresent();
        }
        assertThat(trace.start(ONE, Duration.ofMinutes(1))).isEmpty();
        assertThat(trace.start(new ChargerId("demo", "X1"), Duration.ofMinutes(2)))
                .contains(now.plusSeconds(120));
        now = now.plusSeconds(61);
        assertThat(trace.start(ONE, Duration.ofMinutes(1))).isPresent();
    }

    private List<Map<String, String>> frames() {
        return log.list.stream()
                .filter(event -> event.getMessage().equals("Frame"))
                .map(event -> event.getKeyValuePairs().stream()
                        .collect(Collectors.toMap(pair -> pair.key, pair -> pair.value.toString())))
                .toList();
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(FrameTrace.class);
    }
}
