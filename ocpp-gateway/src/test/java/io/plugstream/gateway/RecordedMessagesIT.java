package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.ChargerNotification;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.NotificationRecord;
import io.plugstream.model.event.RawMeterValue;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.event.TransactionUpdated;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.ChargerTransactions;
import io.plugstream.model.transaction.ChargerTransactions.OrphanedStop;
import io.plugstream.model.transaction.ChargerTransactions.Stop;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Messages of chargers that are stored but not delivered to anyone. */
class RecordedMessagesIT {

    private static final String ORPHAN = "{'transactionId':-1,'meterStop':9,'timestamp':'2026-11-21T09:10:00Z',"
            + "'transactionData':[{'timestamp':'2026-11-21T09:09:00Z','sampledValue':[{'value':'8'},{'value':'x'}]}]}";

    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();

    @Test
    void messagesWithoutAnEventAreAnsweredAndStoredInOrder() throws Exception {
        ChargerId id = SharedGateway.registered();
        Instant wrong = Instant.now().plus(Duration.ofDays(1)).truncatedTo(ChronoUnit.MILLIS);
        try (TestCharger charger = gateway.connect(id)) {
            assertThat(charger.call("DataTransfer", "{'vendorId':'com.acme','messageId':'m','data':'d'}")
                            .toString())
                    .isEqualTo("{\"status\":\"UnknownVendorId\"}");
            assertThat(charger.call("DiagnosticsStatusNotification", "{'status':'Uploading'}"))
                    .isEmpty();
            assertThat(charger.call("FirmwareStatusNotification", "{'status':'Installed'}"))
                    .isEmpty();
            assertThat(charger.call("SignedFirmwareStatusNotification", "{'status':'InvalidSignature','requestId':7}"))
                    .isEmpty();
            assertThat(charger.call("LogStatusNotification", "{'status':'Idle'}"))
                    .isEmpty();
            assertThat(charger.call(
                            "SecurityEventNotification", "{'type':'SettingSystemTime','timestamp':'" + wrong + "'}"))
                    .isEmpty();
            assertThat(charger.call("SignCertificate", "{'csr':'csr'}").toString())
                    .isEqualTo("{\"status\":\"Rejected\"}");
        }
        List<NotificationRecord> kept = topics.notifications(id);
        assertThat(kept.stream().map(NotificationRecord::data))
                .containsExactly(
                        new ChargerNotification.DataTransfer("com.acme", "m", "d"),
                        new ChargerNotification.DiagnosticsStatus("Uploading"),
                        new ChargerNotification.FirmwareStatus("Installed"),
                        new ChargerNotification.SignedFirmwareStatus("InvalidSignature", 7),
                        new ChargerNotification.LogStatus("Idle", null),
                        new ChargerNotification.SecurityEvent("SettingSystemTime", null),
                        new ChargerNotification.CertificateRequest("csr"));
        assertThat(kept.stream().map(NotificationRecord::sequence)).containsExactly(2L, 3L, 4L, 5L, 6L, 7L, 8L);
        assertThat(kept.stream().filter(NotificationRecord::oddClock))
                .singleElement()
                .extracting(NotificationRecord::occurredAt)
                .isEqualTo(wrong);
    }

    @Test
    void anOddClockIsFlaggedInTheEvent() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger charger = gateway.connect(id)) {
            charger.call("StartTransaction", start("2000-01-01T00:00:00Z"));
            charger.call("StartTransaction", start(Instant.now().toString()));
        }
        assertThat(topics.transactionEvents(id).stream().map(EventRecord::oddClock))
                .containsExactly(true, false);
        assertThat(topics.transactionEvents(id).getFirst().occurredAt()).isEqualTo("2000-01-01T00:00:00Z");
    }

    @Test
    void aRepeatedStopOfAnUnknownTransactionIsRecordedOnceAcrossReconnectsAndGateways() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger charger = gateway.connect(id)) {
            assertThat(charger.call("StopTransaction", ORPHAN)).isEmpty();
            assertThat(charger.call("StopTransaction", ORPHAN)).isEmpty();
        }
        try (TestCharger charger = gateway.connect(id)) {
            assertThat(charger.call("StopTransaction", ORPHAN)).isEmpty();
        }
        try (RunningGateway other = RunningGateway.start(
                RealParts.kafka().bootstrapServers(), "plugstream.shield.failures-per-minute=1000")) {
            other.awaitKnown(id);
            try (TestCharger charger = other.connect(id)) {
                assertThat(charger.call("StopTransaction", ORPHAN)).isEmpty();
                assertThat(charger.call("StopTransaction", ORPHAN.replace("'meterStop':9", "'meterStop':10")))
                        .isEmpty();
            }
        }
        List<EventRecord> records = topics.transactionEvents(id);
        assertThat(records).hasSize(4).allMatch(EventRecord::recordOnly);
        assertThat(data(records).subList(1, 2)).containsExactly(orphan(id, 9));
        assertThat(data(records).getLast()).isEqualTo(orphan(id, 10));
        assertThat(data(records).getFirst()).isInstanceOfSatisfying(TransactionUpdated.class, update -> {
            assertThat(update.connectorId()).isZero();
            assertThat(update.meterValues()).hasSize(1);
            assertThat(update.rawValues()).hasSize(1);
        });
    }

    @Test
    void retriedStopPublishesAnOrphanThatWasOnlyNoted() throws Exception {
        ChargerId id = SharedGateway.registered();
        UUID event = UUID.fromString("019400a0-0000-7000-8000-0000000000cc");
        Instant now = Instant.now();
        // What a gateway leaves behind if it is killed between its two writes.
        topics.write(
                Topics.OPEN_TRANSACTIONS,
                id,
                new ChargerTransactions(
                        1,
                        List.of(),
                        List.of(new OrphanedStop(
                                -1, Instant.parse("2026-11-21T09:10:00Z"), 9, new Stop(now, event, null)))));
        for (int connection = 0; connection < 2; connection++) {
            try (TestCharger charger = gateway.connect(id)) {
                charger.call("StopTransaction", ORPHAN);
            }
        }
        assertThat(topics.transactionEvents(id))
                .hasSize(2)
                .last()
                .extracting(EventRecord::eventId)
                .isEqualTo(event);
    }

    @Test
    void signedValuesAreStoredUnchangedAndLeftOutOfTheEvent() throws Exception {
        ChargerId id = SharedGateway.registered();
        int transactionId;
        try (TestCharger charger = gateway.connect(id)) {
            transactionId = charger.call("StartTransaction", start("2026-11-21T09:00:00Z"))
                    .get("transactionId")
                    .intValue();
            charger.call(
                    "MeterValues",
                    "{'connectorId':1,'transactionId':" + transactionId
                            + ",'meterValue':[{'timestamp':'2026-11-21T10:00:00+01:00','sampledValue':["
                            + "{'value':' AP9k ','format':'SignedData','unit':'kWh'},{'value':'21','unit':'Celcius','measurand':'Temperature'}]}]}");
        }
        List<EventRecord> records = topics.transactionEvents(id);
        assertThat(records.stream().map(EventRecord::recordOnly)).containsExactly(false, false, true);
        assertThat(((TransactionUpdated) records.get(1).data()).rawValues()).isEmpty();
        assertThat(((TransactionUpdated) records.get(1).data()).meterValues())
                .singleElement()
                .satisfies(value -> assertThat(value.unit()).isEqualTo("Celsius"));
        assertThat(records.get(2).data())
                .isEqualTo(new TransactionUpdated(
                        transactionId,
                        id.chargeBoxId(),
                        1,
                        List.of(),
                        List.of(new RawMeterValue(
                                Instant.parse("2026-11-21T09:00:00Z"),
                                "Energy.Active.Import.Register",
                                " AP9k ",
                                "SignedData",
                                "kWh",
                                null,
                                "Outlet",
                                "Sample.Periodic"))));
    }

    private static TransactionStopped orphan(ChargerId id, long meterStop) {
        return new TransactionStopped(-1, id.chargeBoxId(), null, null, null, meterStop, null, "Local");
    }

    private static List<ChargerEvent> data(List<EventRecord> records) {
        return records.stream().map(EventRecord::data).toList();
    }

    private static String start(String timestamp) {
        return "{'connectorId':1,'idTag':'TAG','meterStart':1500,'timestamp':'" + timestamp + "'}";
    }
}
