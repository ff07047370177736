package io.plugstream.simulator.ocpp2;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.simulator.protocol.Protocol.Call;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Transaction messages of an OCPP 2.0.1 station, and commands that start and stop transactions. */
class TransactionCommandsTest {

    private static final Instant NOW = Instant.parse("2026-01-31T09:00:00Z");

    private final StationBench bench = new StationBench(NOW);

    @Test
    void theEndOfAnUnknownTransactionHasAnIdOfItsOwn() {
        bench.sent.clear();
        bench.charger().stopUnknown(2_147_480_000, "A");
        bench.handOver();
        bench.reach(NOW.plusSeconds(1));
        bench.charger().stopUnknown(2_147_480_000, "A");
        bench.talk();

        var ends = bench.events();
        assertThat(ends).extracting(end -> end.path("eventType").asString()).containsExactly("Ended", "Ended");
        assertThat(ends)
                .extracting(end -> end.at("/transactionInfo/transactionId").asString())
                .doesNotHaveDuplicates()
                .allSatisfy(id -> assertThat(UUID.fromString(id)).hasToString(id));
    }

    @Test
    void reportsASessionInNumberedEvents() throws Exception {
        bench.sent.clear();
        bench.charger().plugIn(1);
        bench.charger().swipe(1, "A");
        bench.talk();
        bench.charger().read(1);
        bench.talk();
        bench.charger().swipe(1, "A");
        bench.charger().unplug(1);
        bench.talk();

        var events = bench.events();
        assertThat(events)
                .extracting(event -> event.path("eventType").asString()
                        + " "
                        + event.path("triggerReason").asString()
                        + " "
                        + event.path("seqNo").asInt()
                        + " "
                        + event.at("/transactionInfo/chargingState").asString(""))
                .containsExactly(
                        "Started Authorized 0 EVConnected",
                        "Updated ChargingStateChanged 1 Charging",
                        "Updated MeterValuePeriodic 2 ",
                        "Ended StopAuthorized 3 ");
        assertThat(events)
                .extracting(event -> event.at("/transactionInfo/transactionId").asString())
                .hasSize(4)
                .containsOnly(
                        events.getFirst().at("/transactionInfo/transactionId").asString());
        assertThat(events.getFirst().at("/idToken/idToken").asString()).isEqualTo("A");
        assertThat(events.getFirst().at("/meterValue/0/sampledValue/0/context").asString())
                .isEqualTo("Transaction.Begin");
        assertThat(events.getLast().at("/transactionInfo/stoppedReason").asString())
                .isEqualTo("Local");
        assertThat(bench.sent)
                .filteredOn(call -> call.action().equals("StatusNotification"))
                .extracting(
                        call -> StationBench.json(call).path("connectorStatus").asString())
                .as("a connector is occupied as long as the car is plugged in")
                .containsExactly("Occupied", "Available");
    }

    @Test
    void noTransactionIsCalledNull() throws Exception {
        bench.charger().plugIn(1);
        bench.charger().swipe(1, "A");
        bench.talk();
        assertThat(bench.asked("RequestStopTransaction", "{'transactionId':'null'}"))
                .isEqualTo("{'status':'Rejected'}");
        assertThat(bench.charger().state().isCharging()).isTrue();
    }

    @Test
    void eventsOfATransactionWaitForTheNextConnection() {
        bench.charger().plugIn(1);
        bench.charger().swipe(1, "A");
        bench.talk();
        bench.sent.clear();
        bench.charger().disconnected();
        bench.charger().read(1);
        bench.charger().swipe(1, "A");
        bench.charger().connected();
        bench.talk();

        assertThat(bench.events())
                .extracting(event -> event.path("seqNo").asInt())
                .containsExactly(2, 3);
    }

    @Test
    void theTransactionNamesItsRemoteStart() throws Exception {
        assertThat(bench.asked("RequestStartTransaction", StationBench.REMOTE_START))
                .isEqualTo("{'status':'Accepted'}");
        assertThat(bench.asked("RequestStartTransaction", StationBench.REMOTE_START))
                .isEqualTo("{'status':'Rejected'}");
        bench.charger().plugIn(2);
        bench.talk();

        var start = bench.events().getFirst();
        assertThat(start.at("/transactionInfo/remoteStartId").asInt()).isEqualTo(5);
        assertThat(start.path("triggerReason").asString()).isEqualTo("RemoteStart");
        assertThat(start.at("/evse/id").asInt()).isEqualTo(2);

        var transaction = start.at("/transactionInfo/transactionId").asString();
        assertThat(bench.asked("GetTransactionStatus", "{'transactionId':'" + transaction + "'}"))
                .contains("'ongoingIndicator':true", "'messagesInQueue':false");
        assertThat(bench.asked("UnlockConnector", "{'evseId':2,'connectorId':1}"))
                .isEqualTo("{'status':'OngoingAuthorizedTransaction'}");
        assertThat(bench.asked("RequestStopTransaction", "{'transactionId':'another'}"))
                .isEqualTo("{'status':'Rejected'}");
        assertThat(bench.asked("RequestStopTransaction", "{'transactionId':'" + transaction + "'}"))
                .isEqualTo("{'status':'Accepted'}");
        bench.talk();
        assertThat(bench.events().getLast().path("triggerReason").asString()).isEqualTo("RemoteStop");
    }

    @Test
    void anOnIdleResetWaitsForTheEndOfATransaction() throws Exception {
        bench.charger().plugIn(1);
        bench.charger().swipe(1, "A");
        bench.talk();
        assertThat(bench.asked("Reset", "{'type':'OnIdle'}")).isEqualTo("{'status':'Scheduled'}");
        bench.charger().tick();
        assertThat(bench.charger().isReadyToRestart()).isFalse();
        assertThat(bench.charger().state().isCharging()).isTrue();
        bench.charger().swipe(1, "A");
        bench.talk();
        bench.charger().tick();
        assertThat(bench.charger().isReadyToRestart()).isTrue();
    }

    @Test
    void anImmediateResetEndsTransactions() throws Exception {
        bench.charger().plugIn(1);
        bench.charger().swipe(1, "A");
        bench.talk();
        assertThat(bench.asked("Reset", "{'type':'Immediate'}")).isEqualTo("{'status':'Accepted'}");
        bench.talk();
        assertThat(bench.events().getLast().at("/transactionInfo/stoppedReason").asString())
                .isEqualTo("ImmediateReset");
    }

    @Test
    void aTriggeredMeterReadingIsOutsideTheTransaction() throws Exception {
        bench.charger().plugIn(1);
        bench.charger().swipe(1, "A");
        bench.talk();
        bench.sent.clear();
        bench.asked("TriggerMessage", "{'requestedMessage':'MeterValues','evse':{'id':1}}");
        bench.asked("TriggerMessage", "{'requestedMessage':'TransactionEvent'}");
        bench.asked("TriggerMessage", "{'requestedMessage':'StatusNotification','evse':{'id':1,'connectorId':1}}");
        bench.talk();
        assertThat(bench.sent)
                .extracting(Call::action)
                .containsExactly("MeterValues", "TransactionEvent", "StatusNotification");
        assertThat(bench.asked("TriggerMessage", "{'requestedMessage':'SignCombinedCertificate'}"))
                .isEqualTo("{'status':'NotImplemented'}");
    }

    @Test
    void aProfileLimitsThePower() throws Exception {
        assertThat(bench.asked(
                        "SetChargingProfile",
                        "{'evseId':1,'chargingProfile':{'id':1,'stackLevel':0,"
                                + "'chargingProfilePurpose':'TxDefaultProfile','chargingProfileKind':'Absolute',"
                                + "'chargingSchedule':[{'id':1,'startSchedule':'2026-01-31T09:00:00Z',"
                                + "'chargingRateUnit':'A','chargingSchedulePeriod':[{'startPeriod':0,'limit':0}]}]}}"))
                .isEqualTo("{'status':'Accepted'}");
        bench.charger().plugIn(1);
        bench.charger().swipe(1, "A");
        bench.talk();
        assertThat(bench.events().getLast().at("/transactionInfo/chargingState").asString())
                .isEqualTo("SuspendedEVSE");
        assertThat(bench.asked("GetCompositeSchedule", "{'evseId':1,'duration':60}"))
                .contains("'status':'Accepted'", "'evseId':1", "'limit':0");
    }
}
