package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.StationFacts;
import io.plugstream.model.event.StationFacts.Plug;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The status of a station and its EVSEs, from StatusNotification and NotifyEvent of OCPP 2.0.1. */
class EvseStatusIT {

    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();

    @Test
    void theMostTellingConnectorDecidesTheStatusOfAnEvse() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger station = connect(id)) {
            status(station, 1, 1, "Faulted");
            status(station, 1, 2, "Unavailable");
            status(station, 1, 3, "Available");
            status(station, 1, 4, "Reserved");
            status(station, 1, 5, "Occupied");
            status(station, 1, 5, "Faulted");
            status(station, 1, 4, "Faulted");
            status(station, 1, 3, "Faulted");
            status(station, 1, 2, "Faulted");
        }
        assertThat(events(id))
                .extracting(event -> event.connectorId() + " " + event.status() + " " + event.errorCode())
                .containsExactly(
                        "1 Faulted OtherError",
                        "1 Unavailable NoError",
                        "1 Available NoError",
                        "1 Reserved NoError",
                        "1 Preparing NoError",
                        "1 Reserved NoError",
                        "1 Available NoError",
                        "1 Unavailable NoError",
                        "1 Faulted OtherError");
    }

    /** Whatever number its connector has: some stations send another than 0. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void evse0IsTheStationWhichIsNeverInUse(int connectorId) throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger station = connect(id)) {
            status(station, 0, connectorId, "Occupied");
            status(station, 0, connectorId, "Faulted");
            status(station, 0, connectorId, "Reserved");
            status(station, 0, connectorId, "Unavailable");
        }
        assertThat(events(id))
                .extracting(event -> event.connectorId() + " " + event.status())
                .containsExactly("0 Available", "0 Faulted", "0 Available", "0 Unavailable");
        assertThat(topics.connectorEvents(id)).extracting(EventRecord::station).containsOnlyNulls();
    }

    @ParameterizedTest
    @CsvSource({"EVSE,AvailabilityState", "evse,availabilityState", "Evse,AVAILABILITYSTATE"})
    void aStateOfAnEvseIsThatOfAllItsConnectors(String component, String variable) throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger station = connect(id)) {
            status(station, 1, 1, "Available");
            status(station, 1, 2, "Occupied");
            notify(station, state(component, ",'evse':{'id':1}", variable, "Unavailable"));
            notify(station, state(component, ",'evse':{'id':2}", variable, "Available"));
        }
        assertThat(plugs(id))
                .containsExactly(
                        List.of(new Plug(1, "Available")),
                        List.of(new Plug(1, "Available"), new Plug(2, "Preparing")),
                        List.of(new Plug(1, "Unavailable"), new Plug(2, "Unavailable")),
                        List.of(new Plug(1, "Available")));
        assertThat(events(id))
                .extracting(event -> event.connectorId() + " " + event.status())
                .containsExactly("1 Available", "1 Preparing", "1 Unavailable", "2 Available");
        assertThat(topics.notifications(id))
                .as("a mere status is no notification")
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"Connector,AvailabilityState", "CONNECTOR,availabilitystate"})
    void aStateOfAConnectorIsThatOfItAlone(String component, String variable) throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger station = connect(id)) {
            notify(station, state(component, ",'evse':{'id':2,'connectorId':1}", variable, "Available"));
            notify(station, state(component, ",'evse':{'id':2,'connectorId':3}", variable, "Occupied"));
        }
        assertThat(plugs(id))
                .containsExactly(
                        List.of(new Plug(1, "Available")), List.of(new Plug(1, "Available"), new Plug(3, "Preparing")));
        assertThat(events(id))
                .extracting(event -> event.connectorId() + " " + event.status())
                .containsExactly("2 Available", "2 Preparing");
    }

    @ParameterizedTest
    @CsvSource({"ChargingStation,AvailabilityState", "chargingstation,AvailabilitySTATE"})
    void aStateOfTheStationIsThatOfConnector0(String component, String variable) throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger station = connect(id)) {
            status(station, 1, 1, "Available");
            notify(station, state(component, "", variable, "Unavailable"));
            notify(station, state(component, "", variable, "Occupied"));
        }
        assertThat(events(id))
                .extracting(event -> event.connectorId() + " " + event.status())
                .containsExactly("1 Available", "0 Unavailable", "0 Available");
    }

    /** Other components have such a variable, too, and other words are no status. */
    @Test
    void whatIsNoStatusIsANotificationBesideTheStatuses() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger station = connect(id)) {
            notify(
                    station,
                    state("Connector", ",'evse':{'id':1,'connectorId':1}", "AvailabilityState", "Available"),
                    state("DisplayDevice", "", "AvailabilityState", "Faulted"));
            notify(station, state("EVSE", ",'evse':{'id':1}", "AvailabilityState", "Broken"));
        }
        assertThat(events(id)).extracting(ConnectorStatusChanged::status).containsExactly("Available");
        assertThat(topics.notifications(id)).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"'actualValue':'true','cleared':true", "'actualValue':'false'"})
    void aLockThatWorksAgainIsNoReasonOfALaterFault(String end) throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger station = connect(id)) {
            notify(station, lock("'actualValue':'true'"));
            status(station, 1, 1, "Faulted");
            notify(station, lock(end));
            status(station, 1, 1, "Available");
            status(station, 1, 1, "Faulted");
        }
        assertThat(events(id))
                .extracting(ConnectorStatusChanged::errorCode)
                .containsExactly("ConnectorLockFailure", "NoError", "OtherError");
        assertThat(topics.notifications(id)).hasSize(2);
    }

    @Test
    void aLockFailureIsRememberedAcrossConnections() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger station = connect(id)) {
            notify(station, lock("'actualValue':'true'"));
            status(station, 1, 1, "Faulted");
        }
        try (TestCharger station = connect(id)) {
            status(station, 1, 1, "Faulted");
            assertThat(events(id))
                    .extracting(ConnectorStatusChanged::errorCode)
                    .containsExactly("ConnectorLockFailure");
            notify(station, lock("'actualValue':'false'"));
            status(station, 1, 1, "Faulted");
        }
        assertThat(events(id))
                .extracting(ConnectorStatusChanged::errorCode)
                .containsExactly("ConnectorLockFailure", "OtherError");
    }

    @Test
    void aLockMayFailAfterTheFault() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger station = connect(id)) {
            status(station, 1, 1, "Faulted");
            notify(station, lock("'actualValue':'true'"));
            notify(station, lock("'actualValue':'true'"));
        }
        assertThat(topics.connectorEvents(id))
                .extracting(record -> ((ConnectorStatusChanged) record.data()).errorCode())
                .containsExactly("OtherError", "ConnectorLockFailure");
    }

    private static TestCharger connect(ChargerId id) throws Exception {
        return TestCharger.withProtocol(gateway.port(), id.toString(), id.chargeBoxId() + ":secret", "ocpp2.0.1");
    }

    private static void status(TestCharger station, int evseId, int connectorId, String word) throws Exception {
        assertThat(station.call(
                        "StatusNotification",
                        "{'timestamp':'2026-11-21T09:00:00Z','evseId':%d,'connectorId':%d,'connectorStatus':'%s'}"
                                .formatted(evseId, connectorId, word)))
                .isEmpty();
    }

    private static void notify(TestCharger station, String... entries) throws Exception {
        assertThat(station.call(
                        "NotifyEvent",
                        "{'generatedAt':'2026-11-21T09:00:00Z','seqNo':0,'eventData':[" + String.join(",", entries)
                                + "]}"))
                .isEmpty();
    }

    private static String state(String component, String evse, String variable, String word) {
        return entry("Delta", component, evse, variable, "'actualValue':'" + word + "'");
    }

    private static String lock(String value) {
        return entry("Alerting", "ConnectorPlugRetentionLock", ",'evse':{'id':1,'connectorId':1}", "Problem", value);
    }

    private static String entry(String trigger, String component, String evse, String variable, String value) {
        return "{'eventId':1,'timestamp':'2026-11-21T09:00:00Z','trigger':'" + trigger
                + "','eventNotificationType':'HardWiredNotification','component':{'name':'" + component + "'" + evse
                + "},'variable':{'name':'" + variable + "'}," + value + "}";
    }

    /** The statuses that became events. */
    private static List<ConnectorStatusChanged> events(ChargerId id) {
        return topics.connectorEvents(id).stream()
                .filter(record -> !record.recordOnly())
                .map(record -> (ConnectorStatusChanged) record.data())
                .toList();
    }

    private static List<List<Plug>> plugs(ChargerId id) {
        return topics.connectorEvents(id).stream()
                .map(EventRecord::station)
                .map(Objects::requireNonNull)
                .map(StationFacts::plugs)
                .toList();
    }
}
