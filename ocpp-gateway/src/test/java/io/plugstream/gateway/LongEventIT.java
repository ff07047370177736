package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionUpdated;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A station sends the readings of hours in one event of a running transaction. */
class LongEventIT {

    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();

    private static final int MOMENTS = 1_500;
    private static final List<String> PHASES = List.of("L1", "L2", "L3", "N", "L1-N", "L2-N", "L3-N", "L1-L2");

    /** One frame of 400 kB. Its readings have 2 MB as records. */
    @Test
    void aLongUpdateIsTakenWithAllItsReadings() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger station =
                TestCharger.withProtocol(gateway.port(), id.toString(), id.chargeBoxId() + ":secret", "ocpp2.0.1")) {
            station.call(
                    "TransactionEvent",
                    event("Started", 0, "'evse':{'id':1},'idToken':{'idToken':'T','type':'Central'}"));
            station.call("TransactionEvent", event("Updated", 1, "'meterValue':[" + moments() + "]"));
        }
        List<EventRecord> events = topics.transactionEvents(id);
        List<EventRecord> updates = events.subList(1, events.size());
        assertThat(updates).hasSizeGreaterThan(1).noneMatch(EventRecord::recordOnly);
        assertThat(updates.stream()
                        .map(EventRecord::data)
                        .map(TransactionUpdated.class::cast)
                        .flatMap(updated -> updated.meterValues().stream())
                        .map(value -> value.value().intValue() + value.phase()))
                .isEqualTo(IntStream.range(0, MOMENTS)
                        .boxed()
                        .flatMap(i -> PHASES.stream().map(phase -> i + phase))
                        .toList());
        assertThat(events.stream().map(EventRecord::eventId)).doesNotHaveDuplicates();
    }

    private static String moments() {
        return IntStream.range(0, MOMENTS)
                .mapToObj(i -> "{'timestamp':'%s','sampledValue':[%s]}"
                        .formatted(
                                Instant.parse("2026-11-21T10:00:00Z").plusSeconds(10L * i),
                                PHASES.stream()
                                        .map(phase -> "{'value':" + i + ",'phase':'" + phase + "'}")
                                        .collect(Collectors.joining(","))))
                .collect(Collectors.joining(","));
    }

    private static String event(String type, int seqNo, String more) {
        return "{'eventType':'%s','timestamp':'2026-11-21T15:00:00Z','seqNo':%d,'triggerReason':'MeterValuePeriodic',"
                        .formatted(type, seqNo)
                + "'transactionInfo':{'transactionId':'one','chargingState':'Charging'}," + more + "}";
    }
}
