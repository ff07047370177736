package io.plugstream.simulator.ocpp2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.simulator.charger.AnswerMode;
import io.plugstream.simulator.protocol.MalformedRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Other commands that only OCPP 2.0.1 stations have, and answers common to all commands. */
class StationCommandsTest {

    private static final String PROFILE = "{'evseId':%d,'chargingProfile':{'id':%d,'stackLevel':0,"
            + "'chargingProfilePurpose':'%s','chargingProfileKind':'Absolute','chargingSchedule':[{'id':7,"
            + "'startSchedule':'2027-01-31T09:00:00Z','chargingRateUnit':'A',"
            + "'chargingSchedulePeriod':[{'startPeriod':0,'limit':6.5,'numberPhases':3}]}]}}";

    private final StationBench bench = new StationBench(Instant.parse("2027-01-31T09:00:00Z"));

    @Test
    void profilesAreReportedByEvse() throws Exception {
        assertThat(bench.asked("GetChargingProfiles", "{'requestId':6,'chargingProfile':{}}"))
                .isEqualTo("{'status':'NoProfiles'}");
        bench.asked("SetChargingProfile", PROFILE.formatted(0, 1, "ChargingStationMaxProfile"));
        bench.asked("SetChargingProfile", PROFILE.formatted(2, 2, "TxDefaultProfile"));
        assertThat(bench.asked("SetChargingProfile", PROFILE.formatted(0, 3, "ChargingStationExternalConstraints")))
                .isEqualTo("{'status':'Rejected'}");
        bench.handOver();
        assertThat(bench.asked(
                        "GetChargingProfiles", "{'requestId':6,'chargingProfile':{'chargingLimitSource':['CSO']}}"))
                .isEqualTo("{'status':'Accepted'}");
        var reports = bench.takeSent("ReportChargingProfiles");
        assertThat(reports).extracting(report -> report.path("tbc").asBoolean()).containsExactly(true, false);
        assertThat(reports).extracting(report -> report.path("evseId").asInt()).containsExactly(0, 2);
        assertThat(reports.getLast().path("chargingProfile").toString()).isEqualTo("""
                [{"id":2,"stackLevel":0,"chargingProfilePurpose":"TxDefaultProfile","chargingProfileKind":"Absolute",\
                "chargingSchedule":[{"id":7,"startSchedule":"2027-01-31T09:00:00.000Z","chargingRateUnit":"A",\
                "chargingSchedulePeriod":[{"startPeriod":0,"limit":6.5,"numberPhases":3}]}]}]""");
        for (var filter : List.of("'chargingLimitSource':['EMS']", "'chargingProfileId':[9]", "'stackLevel':4")) {
            assertThat(bench.asked("GetChargingProfiles", "{'requestId':6,'chargingProfile':{" + filter + "}}"))
                    .isEqualTo("{'status':'NoProfiles'}");
        }
    }

    @Test
    void aCustomersDataIsReportedAndTheirReservationsAreRemoved() throws Exception {
        var token = "'idToken':{'idToken':'TAG','type':'ISO14443'}";
        bench.asked(
                "SendLocalList",
                "{'versionNumber':1,'updateType':'Full','localAuthorizationList':[{" + token
                        + ",'idTokenInfo':{'status':'Accepted'}}]}");
        bench.asked("ReserveNow", "{'id':8,'evseId':2," + token + ",'expiryDateTime':'2027-01-31T10:00:00Z'}");
        assertThat(bench.asked("CustomerInformation", "{'requestId':7,'report':true,'clear':true," + token + "}"))
                .isEqualTo("{'status':'Accepted'}");
        assertThat(bench.takeSent("NotifyCustomerInformation")
                        .getFirst()
                        .path("data")
                        .asString())
                .isEqualTo("Local list: accepted. Reservation 8 of EVSE 2 until 2027-01-31T10:00:00Z."
                        + " Reservations of this customer are removed.");
        bench.asked("CustomerInformation", "{'requestId':7,'report':true,'clear':false,'customerIdentifier':'x'}");
        var nothing = bench.takeSent("NotifyCustomerInformation").getFirst();
        assertThat(nothing.path("data").asString()).isEqualTo("Nothing is known of this customer.");
        assertThat(nothing.path("tbc").asBoolean()).isFalse();
        assertThat(bench.asked("CustomerInformation", "{'requestId':7,'report':true,'clear':false}"))
                .isEqualTo("{'status':'Invalid'}");
        assertThat(bench.asked("CustomerInformation", "{'requestId':7,'report':false,'clear':false," + token + "}"))
                .isEqualTo("{'status':'Rejected'}");
    }

    @Test
    void theEndOfAReservationIsReported() throws Exception {
        bench.asked(
                "ReserveNow",
                "{'id':8,'evseId':2,'idToken':{'idToken':'A','type':'ISO14443'},'expiryDateTime':'2027-01-31T10:00:00Z'}");
        bench.takeSent("StatusNotification");
        bench.pass(Duration.ofHours(2));
        assertThat(bench.takeSent("ReservationStatusUpdate"))
                .containsExactly(StationBench.parsed("{'reservationId':8,'reservationUpdateStatus':'Expired'}"));
    }

    @Test
    void anUploadReplacesTheFormer() throws Exception {
        var log = "{'requestId':%d,'logType':'%s','log':{'remoteLocation':'ftp://x'}}";
        assertThat(bench.asked("GetLog", log.formatted(1, "SecurityLog"))).contains("'status':'Accepted'");
        assertThat(bench.asked("GetLog", log.formatted(2, "DiagnosticsLog"))).contains("'status':'AcceptedCanceled'");
        bench.pass(Duration.ofSeconds(5));
        assertThat(bench.takeSent("LogStatusNotification"))
                .extracting(status -> status.path("requestId").asInt() + " "
                        + status.path("status").asString())
                .containsExactly("1 AcceptedCanceled", "2 Uploading", "2 Uploaded");
    }

    @Test
    void resetOfASingleEvseIsRejected() throws Exception {
        assertThat(bench.asked("Reset", "{'type':'Immediate','evseId':1}")).isEqualTo("{'status':'Rejected'}");
        assertThat(bench.charger().isReadyToRestart()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "1, OCPP20, wss://example.com/, Accepted",
        "4, OCPP20, wss://example.com/, Rejected",
        "1, OCPP16, wss://example.com/, Rejected",
        "1, OCPP20, https://example.com/, Rejected"
    })
    void aNetworkProfileIsChecked(int slot, String version, String url, String status) throws Exception {
        assertThat(bench.asked(
                        "SetNetworkProfile",
                        ("{'configurationSlot':%d,'connectionData':{'ocppVersion':'%s','ocppTransport':'JSON',"
                                        + "'ocppCsmsUrl':'%s','messageTimeout':30,'securityProfile':2,'ocppInterface':'Wired0'}}")
                                .formatted(slot, version, url)))
                .isEqualTo("{'status':'" + status + "'}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PublishFirmware", "UnpublishFirmware"})
    void onlyLocalControllersPublishFirmware(String action) throws Exception {
        assertThat(bench.asked(action, "{'requestId':1,'location':'http://x','checksum':'c'}"))
                .isEqualTo("CALLERROR NotSupported");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "SetVariableMonitoring | {'setMonitoringData':[{'component':{'name':'C'},'variable':{'name':'V'},'value':1,"
                        + "'type':'Delta','severity':1}]} | Rejected",
                "ClearVariableMonitoring | {'id':[1]} | Rejected",
                "GetMonitoringReport | {'requestId':1} | Rejected",
                "GetReport | {'requestId':1} | Rejected",
                "GetDisplayMessages | {'requestId':1} | Unknown",
                "GetChargingProfiles | {'requestId':1,'chargingProfile':{}} | NoProfiles",
                "GetInstalledCertificateIds | {} | NotFound",
                "GetLog | {'requestId':1,'logType':'SecurityLog','log':{'remoteLocation':'x'}} | Rejected",
                "CostUpdated | {'totalCost':1,'transactionId':'x'} | NotSupported",
                "UpdateFirmware | {'requestId':1,'firmware':{'location':'x','retrieveDateTime':'2027-01-31T09:00:00Z'}} | Rejected"
            })
    void everyActionCanBeRejected(String action, String payload, String word) throws Exception {
        bench.charger().answerWith(action, AnswerMode.REJECT);
        assertThat(bench.asked(action, payload)).contains(word).doesNotContain("Accepted");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "ClearVariableMonitoring | {'id':[]} | id",
                "ClearVariableMonitoring | {'id':['x']} | id",
                "GetReport | {'requestId':1,'componentCriteria':['Nice']} | componentCriteria",
                "CustomerInformation | {'requestId':1,'report':'yes','clear':false} | report",
                "CostUpdated | {'transactionId':'x'} | totalCost",
                "DeleteCertificate | {} | issuerNameHash"
            })
    void unreadablePayloadsAreMalformed(String action, String payload, String field) {
        assertThatThrownBy(() -> bench.asked(action, payload))
                .isInstanceOf(MalformedRequest.class)
                .hasMessageContaining(field);
    }
}
