package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.gateway.payload.OfficialSchemas;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.ReportPart;
import io.plugstream.model.event.ChargerNotification.StationMessage;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.NotificationRecord;
import io.plugstream.model.event.RawMeterValue;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.event.TransactionUpdated;
import io.plugstream.model.json.Json;
import io.plugstream.model.topic.Topics;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What a station of OCPP 2.0.1 is told, and what is kept of its less usual messages. */
class StationMessagesIT {

    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();
    private static final String HASHES =
            "{'hashAlgorithm':'SHA256','issuerNameHash':'a','issuerKeyHash':'b','serialNumber':'c','responderURL':'http://d'}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "ClearedChargingLimit | {'chargingLimitSource':'CSO','evseId':1} | {}",
                "NotifyChargingLimit | {'evseId':1,'chargingLimit':{'chargingLimitSource':'EMS','isGridCritical':true}} | {}",
                "NotifyEVChargingSchedule | {'timeBase':'2026-11-21T09:00:00Z','evseId':1,'chargingSchedule':{'id':1,'chargingRateUnit':'A','chargingSchedulePeriod':[{'startPeriod':0,'limit':16}]}} | {'status':'Accepted'}",
                "PublishFirmwareStatusNotification | {'status':'Published','location':['https://example.com/f'],'requestId':1} | {}",
                "GetCertificateStatus | {'ocspRequestData':" + HASHES + "} | {'status':'Failed'}",
                "NotifyEVChargingNeeds | {'evseId':1,'chargingNeeds':{'requestedEnergyTransfer':'DC'}} | {'status':'Rejected'}",
                "SignCertificate | {'csr':'pem'} | {'status':'Rejected'}"
            })
    void aMessageIsAnsweredAndKept(String action, String payload, String answer) throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger station = connect(id)) {
            assertThat(station.call(action, payload)).isEqualTo(json(answer));
        }
        assertThat(topics.notifications(id))
                .extracting(NotificationRecord::data)
                .containsExactly(new StationMessage(action, json(payload)));
        var schemas = OfficialSchemas.obtain("ocpp2_0_1");
        if (schemas.isPresent()) {
            assertThat(schemas.get().allows(action, json(payload))).isTrue();
            assertThat(schemas.get().allowsAnswer(action, json(answer))).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "'certificate':'pem' | ,'certificateStatus':'NoCertificateAvailable'",
                "'iso15118CertificateHashData':[" + HASHES + "] | ,'certificateStatus':'NoCertificateAvailable'",
                "'customData':{'vendorId':'Acme'} | ~~"
            })
    void noContractCertificateIsAvailable(String field, String answer) throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger station = connect(id)) {
            assertThat(station.call("Authorize", "{'idToken':{'idToken':'TAG','type':'eMAID'}," + field + "}"))
                    .isEqualTo(json("{'idTokenInfo':{'status':'Accepted'}" + answer + "}"));
        }
    }

    @Test
    void unknownWordsOfATransactionHaveNoUnknownEvents() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger station = connect(id)) {
            event(station, "one", "Started", 0, "'chargingState':'Charging'", ",'evse':{'id':1}");
            event(
                    station,
                    "one",
                    "Updated",
                    1,
                    "'timeSpentCharging':1",
                    ",'meterValue':[{'timestamp':'2026-11-21T09:00:01Z','sampledValue':[{'value':1200},"
                            + "{'value':7,'measurand':'Voltage','unitOfMeasure':{'unit':'furlong'}}]}]");
            event(station, "one", "Ended", 2, "'stoppedReason':'Mouse'", "");
        }
        List<TransactionUpdated> updates = data(id, TransactionUpdated.class);
        assertThat(updates.stream().flatMap(update -> update.meterValues().stream()))
                .singleElement()
                .satisfies(value -> assertThat(value.value()).isEqualByComparingTo("1200"));
        assertThat(updates.stream().flatMap(update -> update.rawValues().stream()))
                .extracting(RawMeterValue::value, RawMeterValue::unit, RawMeterValue::format)
                .containsExactly(tuple("7", "furlong", "Raw"));
        assertThat(data(id, TransactionStopped.class))
                .extracting(TransactionStopped::reason)
                .containsExactly("Other");
        assertThat(topics.transactionEvents(id).getLast().deviations())
                .isEqualTo(Map.of("unknownUnit", 1, "unknownWord", 1));
    }

    /** Every event is repeated, also over another connection. */
    @Test
    void oddTransactionsAreDeviationsOfTheStation() throws Exception {
        ChargerId id = SharedGateway.registered();
        double before = deviations("secondStart");
        try (TestCharger station = connect(id)) {
            play(station);
            play(station);
            status(station, "Unavailable");
        }
        assertThat(topics.connectorEvents(id).getLast().deviations())
                .isEqualTo(Map.of("secondStart", 1, "overlappingTransaction", 1, "missingRegister", 1));
        assertThat(deviations("secondStart")).isEqualTo(before + 1);

        try (TestCharger station = connect(id)) {
            play(station);
            status(station, "Available");
        }
        assertThat(topics.connectorEvents(id).getLast().deviations()).isEmpty();
        assertThat(deviations("secondStart")).isEqualTo(before + 1);
    }

    private static void play(TestCharger station) throws Exception {
        event(station, "one", "Started", 0, "'chargingState':'EVConnected'", ",'evse':{'id':1}");
        event(station, "one", "Started", 4, "'chargingState':'EVConnected'", ",'evse':{'id':1}");
        event(station, "two", "Started", 0, "'chargingState':'EVConnected'", ",'evse':{'id':1}");
        event(station, "two", "Ended", 1, "'stoppedReason':'Local'", "");
    }

    /** The value of {@code plugstream_gateway_deviations_total}. */
    private static double deviations(String kind) {
        var counter = gateway.bean(MeterRegistry.class)
                .find("plugstream.gateway.deviations")
                .tag("kind", kind)
                .counter();
        return counter == null ? 0 : counter.count();
    }

    @ParameterizedTest
    @CsvSource({"NotSupportedOperation", "PermissionDenied", "BadMessage", "UploadFailure", "Uploaded"})
    void aFinalStatusCompletesTheReportOfALog(String status) throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger station = connect(id)) {
            station.call("LogStatusNotification", "{'status':'Uploading','requestId':77}");
            station.call("LogStatusNotification", "{'status':'" + status + "','requestId':77}");
        }
        assertThat(topics.read(Topics.COMMAND_REPORTS, id))
                .extracting(ReportPart::last)
                .containsExactly(false, true);
    }

    private static TestCharger connect(ChargerId id) throws Exception {
        return TestCharger.withProtocol(gateway.port(), id.toString(), id.chargeBoxId() + ":secret", "ocpp2.0.1");
    }

    private static void status(TestCharger station, String word) throws Exception {
        station.call(
                "StatusNotification",
                "{'timestamp':'2026-11-21T09:00:00Z','evseId':1,'connectorId':1,'connectorStatus':'" + word + "'}");
    }

    /** @param fact of the transaction */
    private static void event(
            TestCharger station, String transaction, String type, int seqNo, String fact, String fields)
            throws Exception {
        assertThat(station.call(
                        "TransactionEvent",
                        "{'eventType':'%s','timestamp':'2026-11-21T09:00:0%dZ','seqNo':%d,'triggerReason':'Trigger',"
                                        .formatted(type, seqNo, seqNo)
                                + "'transactionInfo':{'transactionId':'%s',%s},".formatted(transaction, fact)
                                + "'idToken':{'idToken':'TAG','type':'ISO14443'}" + fields + "}"))
                .isEqualTo(json("{'idTokenInfo':{'status':'Accepted'}}"));
    }

    private static <T> List<T> data(ChargerId id, Class<T> type) {
        return topics.transactionEvents(id).stream()
                .map(EventRecord::data)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private static JsonNode json(String text) {
        return Json.mapper().readTree(text.replace('\'', '"'));
    }
}
