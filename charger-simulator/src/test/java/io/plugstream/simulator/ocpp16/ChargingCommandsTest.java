package io.plugstream.simulator.ocpp16;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Commands that start, stop, limit or reserve charging, in OCPP 1.6. */
class ChargingCommandsTest {

    private final ChargePointBench bench = new ChargePointBench();

    @Test
    void remoteStartNeedsAFreeConnector() throws Exception {
        assertThat(bench.asked("RemoteStartTransaction", "{'connectorId':3,'idTag':'A'}"))
                .contains("Rejected");
        assertThat(bench.asked("RemoteStartTransaction", "{'connectorId':2,'idTag':'A'}"))
                .contains("Accepted");
        assertThat(bench.asked("RemoteStartTransaction", "{'connectorId':2,'idTag':'B'}"))
                .contains("Rejected");
        bench.charger().plugIn(2);
        bench.talk();
        assertThat(bench.sent).contains("Authorize", "StartTransaction");
        assertThat(bench.asked("RemoteStopTransaction", "{'transactionId':8}")).contains("Rejected");
        assertThat(bench.asked("RemoteStopTransaction", "{'transactionId':7}")).contains("Accepted");
        assertThat(bench.asked("RemoteStopTransaction", "{'transactionId':7}")).contains("Rejected");
    }

    @Test
    void aRemoteStartChargesAWaitingCarFirst() throws Exception {
        bench.charger().plugIn(2);
        assertThat(bench.asked("RemoteStartTransaction", "{'idTag':'A'}")).contains("Accepted");
        bench.talk();
        assertThat(bench.charger().state().transactionId()).isEqualTo(7);
        assertThat(bench.asked("UnlockConnector", "{'connectorId':2}")).contains("Unlocked");
        assertThat(bench.charger().state().isCharging()).isFalse();
        assertThat(bench.asked("UnlockConnector", "{'connectorId':3}")).contains("NotSupported");
    }

    @Test
    void changeOfAvailabilityWaitsForTheEndOfCharging() throws Exception {
        bench.charge();
        assertThat(bench.asked("ChangeAvailability", "{'connectorId':3,'type':'Inoperative'}"))
                .contains("Rejected");
        assertThat(bench.asked("ChangeAvailability", "{'connectorId':0,'type':'Inoperative'}"))
                .contains("Scheduled");
        assertThat(bench.charger().state().isCharging()).isTrue();
        assertThat(bench.asked("RemoteStartTransaction", "{'connectorId':2,'idTag':'A'}"))
                .contains("Rejected");
        bench.charger().unplug(1);
        bench.sent.clear();
        bench.talk();
        assertThat(bench.sent).contains("StatusNotification");
        assertThat(bench.charger().swipe(1, "A")).isFalse();
        assertThat(bench.asked("ChangeAvailability", "{'connectorId':0,'type':'Operative'}"))
                .contains("Accepted");
        assertThat(bench.charger().swipe(1, "A")).isTrue();
    }

    @Test
    void aReservedConnectorIsOnlyForItsTag() throws Exception {
        var reserve = "{'reservationId':1,'connectorId':1,'idTag':'MINE','expiryDate':'2026-01-31T10:00:00Z'}";
        assertThat(bench.asked("ReserveNow", reserve)).contains("Accepted");
        assertThat(bench.asked("ReserveNow", reserve.replace("'reservationId':1", "'reservationId':2")))
                .contains("Occupied");
        assertThat(bench.charger().swipe(1, "A")).isFalse();
        assertThat(bench.asked("CancelReservation", "{'reservationId':2}")).contains("Rejected");
        assertThat(bench.charger().swipe(1, "MINE")).isTrue();
        bench.charger().plugIn(1);
        bench.talk();
        assertThat(bench.charger().state().isCharging()).isTrue();
        assertThat(bench.asked("CancelReservation", "{'reservationId':1}"))
                .as("the connector is in use")
                .contains("Rejected");
        bench.charger().fault(2, "InternalError");
        assertThat(bench.asked("ReserveNow", reserve.replace("'connectorId':1", "'connectorId':2")))
                .contains("Faulted");
    }

    @Test
    void aProfileLimitsThePower() throws Exception {
        bench.charge();
        assertThat(bench.asked(
                        "SetChargingProfile",
                        "{'connectorId':0,'csChargingProfiles':" + ChargePointBench.profile("ChargePointMaxProfile", 10)
                                + "}"))
                .contains("Accepted");
        assertThat(bench.asked("GetCompositeSchedule", "{'connectorId':1,'duration':7200,'chargingRateUnit':'A'}"))
                .contains("{\"startPeriod\":0,\"limit\":10.0}", "{\"startPeriod\":3600,\"limit\":0.0}");
        assertThat(bench.asked(
                        "SetChargingProfile",
                        "{'connectorId':2,'csChargingProfiles':" + ChargePointBench.profile("TxProfile", 10) + "}"))
                .as("nothing charges at that connector")
                .contains("Rejected");
        assertThat(bench.asked(
                        "SetChargingProfile",
                        "{'connectorId':1,'csChargingProfiles':" + ChargePointBench.profile("TxProfile", 0) + "}"))
                .contains("Accepted");
        bench.sent.clear();
        bench.talk();
        assertThat(bench.sent).as("SuspendedEVSE").containsExactly("StatusNotification");
        assertThat(bench.asked("ClearChargingProfile", "{'chargingProfilePurpose':'TxProfile'}"))
                .contains("Accepted");
        assertThat(bench.asked("ClearChargingProfile", "{'chargingProfilePurpose':'TxProfile'}"))
                .contains("Unknown");
    }

    @Test
    void theProfileOfARemoteStartLimitsItsDriverOnly() throws Exception {
        startWithProfile();
        bench.talk();
        bench.charger().plugIn(1);
        bench.talk();
        assertThat(powerAfterAMinute()).isLessThan(5_000);
        bench.charger().unplug(1);

        bench.charge();
        assertThat(powerAfterAMinute()).isGreaterThan(10_000);
    }

    /** The ways in which a driver does not begin to charge. */
    static Stream<Arguments> absences() {
        return Stream.of(
                absence("no car came", bench -> {
                    bench.talk();
                    bench.clock.pass(Duration.ofSeconds(61));
                    bench.charger().tick();
                }),
                absence("refused", bench -> bench.talk("Blocked")),
                absence("dismissed", bench -> bench.charger().dismiss(1)),
                absence("faulted", bench -> {
                    bench.charger().fault(1, "GroundFailure");
                    bench.charger().clearFault(1);
                }),
                absence("out of service", bench -> {
                    bench.asked("ChangeAvailability", "{'connectorId':1,'type':'Inoperative'}");
                    bench.asked("ChangeAvailability", "{'connectorId':1,'type':'Operative'}");
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("absences")
    void theProfileOfARemoteStartEndsWithItsDriver(String how, Absence absence) throws Exception {
        startWithProfile();
        absence.happen(bench);

        bench.charge();
        assertThat(powerAfterAMinute()).isGreaterThan(10_000);
    }

    @Test
    void theProfileOfAStartThatTheLocalListRefusesIsNotKept() throws Exception {
        assertThat(bench.asked("SendLocalList", """
                {'listVersion':1,'updateType':'Full',
                 'localAuthorizationList':[{'idTag':'REMOTE','idTagInfo':{'status':'Blocked'}}]}""")).contains("Accepted");
        bench.charger().disconnected();
        startWithProfile("Rejected");
        bench.charger().connected();

        bench.charge();
        assertThat(powerAfterAMinute()).isGreaterThan(10_000);
    }

    @Test
    void aRemoteStartWhoseProfileHasNoPlaceIsRejected() throws Exception {
        for (int level = 0; level < 10; level++) {
            var profile = ChargePointBench.profile("TxDefaultProfile", 32)
                    .replaceFirst("Id':\\d+,'stackLevel':0", "Id':%d,'stackLevel':%d".formatted(100 + level, level));
            assertThat(bench.asked("SetChargingProfile", "{'connectorId':0,'csChargingProfiles':" + profile + "}"))
                    .contains("Accepted");
        }
        startWithProfile("Rejected");
    }

    private void startWithProfile() throws Exception {
        startWithProfile("Accepted");
    }

    private void startWithProfile(String answer) throws Exception {
        assertThat(bench.asked(
                        "RemoteStartTransaction",
                        "{'connectorId':1,'idTag':'REMOTE','chargingProfile':"
                                + ChargePointBench.profile("TxProfile", 6) + "}"))
                .contains(answer);
    }

    private double powerAfterAMinute() {
        bench.clock.pass(Duration.ofMinutes(1));
        return bench.charger().reading(1).powerW();
    }

    /** What happens to a driver who was authorised, or has asked to be. */
    @FunctionalInterface
    interface Absence {
        void happen(ChargePointBench bench) throws Exception;
    }

    private static Arguments absence(String name, Absence absence) {
        return Arguments.of(name, absence);
    }

    @Test
    void aResetStopsTransactionsFirst() throws Exception {
        bench.charge();
        bench.sent.clear();
        assertThat(bench.asked("Reset", "{'type':'Hard'}")).contains("Accepted");
        assertThat(bench.charger().isReadyToRestart()).isFalse();
        bench.talk();
        assertThat(bench.sent).startsWith("StopTransaction");
        assertThat(bench.charger().isReadyToRestart()).isTrue();
    }
}
