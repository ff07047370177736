package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.EventRecord;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The status of an EVSE whose station lost a transaction and never ends it. */
class StationStatusIT {

    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();
    private static final RunningGateway other = SharedGateway.other();
    private static final String OFFLINE = ",'offline':true";

    @Test
    void theStatusOfAFreeEvseIsNotThatOfALostTransaction() throws Exception {
        ChargerId id = lost();
        for (RunningGateway one : List.of(gateway, other)) {
            try (TestCharger station = connect(one, id)) {
                status(station, "Available");
                status(station, "Occupied");
                status(station, "Occupied");
            }
        }
        assertThat(statuses(id))
                .containsExactly("Preparing", "Charging", "Available", "Preparing", "Available", "Preparing");
    }

    @Test
    void aLaterTransactionCountsAlsoAfterItsEnd() throws Exception {
        ChargerId id = lost();
        try (TestCharger station = connect(gateway, id)) {
            event(station, "next", "Started", 1, "EVConnected");
            event(station, "next", "Updated", 2, "SuspendedEV");
            event(station, "next", "Ended", 3, "EVConnected");
        }
        try (TestCharger station = connect(other, id)) {
            status(station, "Occupied");
        }
        assertThat(statuses(id)).containsExactly("Preparing", "Charging", "Preparing", "SuspendedEV", "Finishing");
    }

    /** A station may report the transaction before the connector. */
    @Test
    void aTransactionThatBeganSinceTheEvseWasFreeCounts() throws Exception {
        ChargerId id = lost();
        try (TestCharger station = connect(gateway, id)) {
            status(station, "Available");
            event(station, "next", "Started", 1, "Charging");
            status(station, "Occupied");
        }
        assertThat(statuses(id)).containsExactly("Preparing", "Charging", "Available", "Charging");
    }

    /** The station resends all statuses when it connects. */
    @Test
    void aSessionSurvivesItsConnection() throws Exception {
        ChargerId id = lost();
        try (TestCharger station = connect(other, id)) {
            status(station, "Occupied");
            event(station, "lost", "Updated", 1, "SuspendedEV");
            status(station, "Occupied");
        }
        assertThat(statuses(id)).containsExactly("Preparing", "Charging", "SuspendedEV");
    }

    /** A station may have been offline all the time until the end. */
    @Test
    void anEndThatComesFirstIsFinishing() throws Exception {
        ChargerId id = registered();
        try (TestCharger station = connect(gateway, id)) {
            event(station, "offline", "Ended", 2, "EVConnected");
        }
        assertThat(statuses(id)).containsExactly("Finishing");
    }

    @Test
    void aTransactionThatEndsBeforeEnergyFlowsIsFinishingUntilTheCarLeaves() throws Exception {
        ChargerId id = registered();
        try (TestCharger station = connect(gateway, id)) {
            status(station, "Occupied");
            event(station, "one", "Started", 0, "EVConnected");
            transactionEvent(station, "one", "Ended", 1, "StopAuthorized", ",'stoppedReason':'Local'", "");
            status(station, "Occupied");
            status(station, "Available");
            status(station, "Occupied");
        }
        assertThat(statuses(id)).containsExactly("Preparing", "Finishing", "Available", "Preparing");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void suchATransactionMayEndOverAnotherConnection(boolean offline) throws Exception {
        ChargerId id = registered();
        try (TestCharger station = connect(gateway, id)) {
            status(station, "Occupied");
            event(station, "one", "Started", 0, "EVConnected");
        }
        try (TestCharger station = connect(other, id)) {
            status(station, "Occupied");
            transactionEvent(station, "one", "Ended", 1, "StopAuthorized", "", ",'offline':" + offline);
            status(station, "Occupied");
        }
        assertThat(statuses(id)).containsExactly("Preparing", "Finishing");
    }

    /** The EVSE was free before the other car came. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theLateEndOfALostTransactionDoesNotChangeTheStatusThatAnotherCarBrought(boolean offline) throws Exception {
        ChargerId id = registered();
        try (TestCharger station = connect(gateway, id)) {
            status(station, "Occupied");
            event(station, "lost", "Started", 0, "EVConnected");
        }
        try (TestCharger station = connect(other, id)) {
            status(station, "Available");
            status(station, "Occupied");
        }
        try (TestCharger station = connect(gateway, id)) {
            transactionEvent(station, "lost", "Ended", 1, "StopAuthorized", "", ",'offline':" + offline);
        }
        assertThat(statuses(id)).containsExactly("Preparing", "Available", "Preparing");
    }

    /** The station never told that the former car left. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theLateEndOfALostTransactionDoesNotChangeTheStatusOfTheNextTransaction(boolean offline) throws Exception {
        ChargerId id = registered();
        try (TestCharger station = connect(gateway, id)) {
            status(station, "Occupied");
            event(station, "lost", "Started", 0, "EVConnected");
        }
        try (TestCharger station = connect(other, id)) {
            event(station, "next", "Started", 0, "EVConnected");
        }
        try (TestCharger station = connect(gateway, id)) {
            transactionEvent(station, "lost", "Ended", 1, "StopAuthorized", "", ",'offline':" + offline);
            assertThat(statuses(id)).containsExactly("Preparing");
            transactionEvent(station, "next", "Ended", 1, "StopAuthorized", "", "");
        }
        assertThat(statuses(id)).containsExactly("Preparing", "Finishing");
    }

    /** The station sends no status, and an event that it kept while offline arrives after the end. */
    @Test
    void aLateEventOfAnEndedTransactionDoesNotChangeTheStatus() throws Exception {
        ChargerId id = registered();
        try (TestCharger station = connect(gateway, id)) {
            event(station, "one", "Started", 0, "Charging");
            transactionEvent(station, "one", "Ended", 2, "EVDeparted", "", "");
            transactionEvent(station, "one", "Updated", 1, "MeterValuePeriodic", "", "");
            transactionEvent(station, "one", "Ended", 3, "StopAuthorized", "", "");
        }
        assertThat(statuses(id)).containsExactly("Charging", "Available");
    }

    /** A station that restarted may count from 0 again. */
    @Test
    void theStateOfALaterEventCountsThoughItsNumberIsLower() throws Exception {
        ChargerId id = registered();
        try (TestCharger station = connect(gateway, id)) {
            event(station, "one", "Started", 5, "Charging");
            event(station, "one", "Updated", 6, "Charging");
        }
        try (TestCharger station = connect(other, id)) {
            event(station, "one", "Updated", 0, "SuspendedEV");
            event(station, "one", "Updated", 1, "Charging");
        }
        assertThat(statuses(id)).containsExactly("Charging", "SuspendedEV", "Charging");
    }

    /** The station reports the connector first after a restart, and then the transaction that it ended. */
    @Test
    void anEndThatWasKeptWhileOfflineEndsTheStatusOfItsTransaction() throws Exception {
        ChargerId id = lost();
        try (TestCharger station = connect(other, id)) {
            status(station, "Occupied");
            transactionEvent(station, "lost", "Updated", 1, "MeterValuePeriodic", "", OFFLINE);
            transactionEvent(station, "lost", "Ended", 2, "AbnormalCondition", "", OFFLINE);
        }
        assertThat(statuses(id)).containsExactly("Preparing", "Charging", "Finishing");
    }

    @Test
    void anEndThatWasKeptWhileOfflineDoesNotChangeTheStatusOfALaterTransaction() throws Exception {
        ChargerId id = lost();
        try (TestCharger station = connect(other, id)) {
            event(station, "next", "Started", 0, "Charging");
            transactionEvent(
                    station, "lost", "Updated", 1, "ChargingStateChanged", ",'chargingState':'SuspendedEV'", OFFLINE);
            transactionEvent(station, "lost", "Ended", 2, "EVDeparted", "", OFFLINE);
        }
        assertThat(statuses(id)).containsExactly("Preparing", "Charging");
    }

    @Test
    void energyThatFlowsIsChargingIfTheStationReportsNoState() throws Exception {
        ChargerId id = registered();
        try (TestCharger station = connect(gateway, id)) {
            transactionEvent(station, "one", "Started", 0, "Authorized", "", reading(100));
            transactionEvent(station, "one", "Updated", 1, "MeterValuePeriodic", "", reading(200));
            transactionEvent(station, "one", "Updated", 2, "StopAuthorized", "", "");
        }
        assertThat(statuses(id)).containsExactly("Preparing", "Charging", "Finishing");
    }

    /** The gateway closed the socket (ADR 106), and the station repeats the event over another one. */
    @ParameterizedTest
    @CsvSource({"-900, Preparing", "900, Preparing", "-240, Preparing Charging", "0, Preparing Charging"})
    void anEventThatWasKeptForAMomentTellsThePresentState(int seconds, String expected) throws Exception {
        ChargerId id = registered();
        try (TestCharger station = connect(gateway, id)) {
            status(station, "Occupied");
            station.call(
                    "TransactionEvent",
                    "{'eventType':'Started','timestamp':'" + Instant.now().plusSeconds(seconds)
                            + "','seqNo':0,'triggerReason':'ChargingStateChanged','offline':true,'evse':{'id':1},"
                            + "'transactionInfo':{'transactionId':'one','chargingState':'Charging'}}");
        }
        assertThat(String.join(" ", statuses(id))).isEqualTo(expected);
    }

    private static String reading(int wattHours) {
        return ",'meterValue':[{'timestamp':'" + Instant.now() + "','sampledValue':[{'value':" + wattHours + "}]}]";
    }

    /** A station with a transaction that charges, which it then loses. */
    private static ChargerId lost() throws Exception {
        ChargerId id = registered();
        try (TestCharger station = connect(gateway, id)) {
            status(station, "Occupied");
            event(station, "lost", "Started", 0, "Charging");
        }
        return id;
    }

    private static ChargerId registered() throws Exception {
        ChargerId id = new ChargerId("demo", "CS-" + UUID.randomUUID());
        topics.register(id, "secret");
        gateway.awaitKnown(id);
        other.awaitKnown(id);
        return id;
    }

    private static TestCharger connect(RunningGateway to, ChargerId id) throws Exception {
        return TestCharger.withProtocol(to.port(), id.toString(), id.chargeBoxId() + ":secret", "ocpp2.0.1");
    }

    private static void status(TestCharger station, String word) throws Exception {
        assertThat(station.call(
                        "StatusNotification",
                        "{'timestamp':'2026-11-21T09:00:00Z','evseId':1,'connectorId':1,'connectorStatus':'" + word
                                + "'}"))
                .isEmpty();
    }

    private static void event(TestCharger station, String transaction, String type, int seqNo, String state)
            throws Exception {
        transactionEvent(
                station, transaction, type, seqNo, "ChargingStateChanged", ",'chargingState':'" + state + "'", "");
    }

    private static void transactionEvent(
            TestCharger station, String transaction, String type, int seqNo, String trigger, String inside, String more)
            throws Exception {
        station.call(
                "TransactionEvent",
                "{'eventType':'" + type + "','timestamp':'" + Instant.now() + "','seqNo':" + seqNo
                        + ",'triggerReason':'" + trigger + "','transactionInfo':{'transactionId':'" + transaction + "'"
                        + inside + "},'evse':{'id':1,'connectorId':1},'idToken':{'idToken':'TAG','type':'ISO14443'}"
                        + more + "}");
    }

    /** The statuses that became events. */
    private static List<String> statuses(ChargerId id) throws Exception {
        return topics.connectorEvents(id).stream()
                .filter(record -> !record.recordOnly())
                .map(EventRecord::data)
                .map(data -> ((ConnectorStatusChanged) data).status())
                .toList();
    }
}
