package io.plugstream.simulator.ocpp2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.model.json.Json;
import io.plugstream.simulator.charger.Answering;
import io.plugstream.simulator.charger.ChargerState;
import io.plugstream.simulator.protocol.MalformedRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What only stations of OCPP 2.0.1 are asked for, by functional block. */
class StationCommandsTest {

    private static final String POWER = "'component':{'name':'EVSE','evse':{'id':1}},'variable':{'name':'Power'}";
    private static final String PROFILE = "{'evseId':%d,'chargingProfile':{'id':%d,'stackLevel':0,"
            + "'chargingProfilePurpose':'%s','chargingProfileKind':'Absolute','chargingSchedule':[{'id':7,"
            + "'startSchedule':'2027-01-31T09:00:00Z','chargingRateUnit':'A',"
            + "'chargingSchedulePeriod':[{'startPeriod':0,'limit':6.5,'numberPhases':3}]}]}}";

    /** As openssl ocsp prints them. */
    private static final String HASHES = "{'hashAlgorithm':'SHA256',"
            + "'issuerNameHash':'9F6D9BE12225BB6A99E732CC40CB661510BC331F9A11B1FC0AA542023C5C86C3',"
            + "'issuerKeyHash':'CC9366094078D1A79F43E10B75AC587C8608F740CFD18BE9E2D49784B3E1342F','serialNumber':'%s'}";

    private final StationBench bench = new StationBench(Instant.parse("2027-01-31T09:00:00Z"));

    @Test
    void aBaseReportComesInPartsThatAreNumbered() throws Exception {
        assertThat(asked("GetBaseReport", "{'requestId':9,'reportBase':'FullInventory'}"))
                .isEqualTo("{'status':'Accepted'}");
        var parts = bench.told("NotifyReport");
        assertThat(parts).hasSizeGreaterThan(2);
        for (var place = 0; place < parts.size(); place++) {
            assertThat(parts.get(place).path("requestId").asInt()).isEqualTo(9);
            assertThat(parts.get(place).path("seqNo").asInt()).isEqualTo(place);
            assertThat(parts.get(place).path("tbc").asBoolean()).isEqualTo(place < parts.size() - 1);
        }
        assertThat(names(parts))
                .contains(
                        "SampledDataCtrlr.TxUpdatedInterval",
                        "ChargingStation.AvailabilityState",
                        "EVSE.Power",
                        "DeviceDataCtrlr.ItemsPerMessage");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "ConfigurationInventory | SampledDataCtrlr.TxUpdatedInterval | LocalAuthListCtrlr.Entries",
                "SummaryInventory | EVSE.AvailabilityState | SampledDataCtrlr.TxUpdatedInterval"
            })
    void aBaseReportHasWhatItsKindSays(String base, String there, String absent) throws Exception {
        asked("GetBaseReport", "{'requestId':9,'reportBase':'" + base + "'}");
        assertThat(names(bench.told("NotifyReport"))).contains(there).doesNotContain(absent);
    }

    @Test
    void aReportHasTheVariablesThatAreNamed() throws Exception {
        assertThat(asked(
                        "GetReport",
                        "{'requestId':3,'componentVariable':[{'component':{'name':'evse','evse':{'id':2}},"
                                + "'variable':{'name':'AvailabilityState'}},{'component':{'name':'TxCtrlr'}}]}"))
                .isEqualTo("{'status':'Accepted'}");
        var part = bench.told("NotifyReport").getFirst();
        assertThat(names(List.of(part)))
                .containsExactly(
                        "TxCtrlr.EVConnectionTimeOut", "TxCtrlr.StopTxOnEVSideDisconnect", "EVSE.AvailabilityState");
        assertThat(part.at("/reportData/2/component/evse/id").asInt()).isEqualTo(2);
        assertThat(part.at("/reportData/2/variableAttribute/0/value").asString())
                .isEqualTo("Available");
        assertThat(part.at("/reportData/2/variableCharacteristics/supportsMonitoring")
                        .asBoolean())
                .isTrue();
        assertThat(asked("GetReport", "{'requestId':3,'componentVariable':[{'component':{'name':'Nonsense'}}]}"))
                .isEqualTo("{'status':'EmptyResultSet'}");
    }

    @Test
    void aReportOfProblemsHasTheEvsesThatHaveOne() throws Exception {
        assertThat(asked("GetReport", "{'requestId':3,'componentCriteria':['Problem']}"))
                .isEqualTo("{'status':'EmptyResultSet'}");
        bench.charger().fault(2, "GroundFailure");
        assertThat(asked("GetReport", "{'requestId':3,'componentCriteria':['Problem']}"))
                .isEqualTo("{'status':'Accepted'}");
        assertThat(bench.told("NotifyReport").getFirst().path("reportData"))
                .isNotEmpty()
                .allMatch(entry -> entry.at("/component/evse/id").asInt() == 2);
    }

    @Test
    void onlyActualValuesAreReadAndWritten() throws Exception {
        var interval = "{'component':{'name':'SampledDataCtrlr'},'variable':{'name':'TxUpdatedInterval'},"
                + "'attributeType':'%s','attributeValue':'5'}";
        var read = StationBench.parsed(asked(
                "GetVariables",
                "{'getVariableData':[" + interval.formatted("Target") + "," + interval.formatted("Actual") + ",{"
                        + POWER + "},{" + POWER.replace(":1}", ":7}") + "}]}"));
        assertThat(read.path("getVariableResult"))
                .extracting(result -> result.path("attributeStatus").asString())
                .containsExactly("NotSupportedAttributeType", "Accepted", "Accepted", "UnknownComponent");
        assertThat(read.at("/getVariableResult/0/attributeType").asString()).isEqualTo("Target");
        var written = StationBench.parsed(asked(
                "SetVariables",
                "{'setVariableData':[" + interval.formatted("MaxSet") + ",{" + POWER + ",'attributeValue':'1'}]}"));
        assertThat(written.path("setVariableResult"))
                .extracting(result -> result.path("attributeStatus").asString())
                .containsExactly("NotSupportedAttributeType", "Rejected");
    }

    @Test
    void monitorsAreJudgedOneByOne() throws Exception {
        assertThat(monitors("{" + POWER + ",'value':9000,'type':'UpperThreshold','severity':4}"))
                .containsExactly("Accepted 1");
        assertThat(monitors(
                        "{" + POWER + ",'value':1,'type':'UpperThreshold','severity':4}",
                        "{" + POWER + ",'id':1,'value':8000.5,'type':'UpperThreshold','severity':5}",
                        "{" + POWER + ",'id':77,'value':1,'type':'Delta','severity':4}",
                        "{" + POWER + ",'value':1,'type':'Delta','severity':10}",
                        "{'component':{'name':'ChargingStation'},'variable':{'name':'AvailabilityState'},"
                                + "'value':1,'type':'LowerThreshold','severity':1}",
                        "{'component':{'name':'EVSE','evse':{'id':1}},'variable':{'name':'Nonsense'},"
                                + "'value':1,'type':'Delta','severity':1}",
                        "{'component':{'name':'Nonsense'},'variable':{'name':'Power'},'value':1,'type':'Delta','severity':1}",
                        "{" + POWER + ",'value':60,'type':'Periodic','severity':9,'transaction':true}"))
                .containsExactly(
                        "Duplicate 0",
                        "Accepted 1",
                        "Rejected 77",
                        "Rejected 0",
                        "UnsupportedMonitorType 0",
                        "UnknownVariable 0",
                        "UnknownComponent 0",
                        "Accepted 2");

        bench.handOver();
        assertThat(asked("GetMonitoringReport", "{'requestId':4}")).isEqualTo("{'status':'Accepted'}");
        var report = bench.told("NotifyMonitoringReport");
        assertThat(report).hasSize(1);
        assertThat(report.getFirst().path("monitor"))
                .extracting(monitor -> monitor.at("/variableMonitoring/0").toString())
                .containsExactly(
                        "{\"id\":1,\"transaction\":false,\"value\":8000.5,\"type\":\"UpperThreshold\",\"severity\":5}",
                        "{\"id\":2,\"transaction\":true,\"value\":60.0,\"type\":\"Periodic\",\"severity\":9}");
        assertThat(asked("GetMonitoringReport", "{'requestId':4,'monitoringCriteria':['DeltaMonitoring']}"))
                .isEqualTo("{'status':'EmptyResultSet'}");
        assertThat(asked("ClearVariableMonitoring", "{'id':[1,5]}"))
                .satisfies(answer -> assertThat(StationBench.parsed(answer).path("clearMonitoringResult"))
                        .extracting(result -> result.path("status").asString())
                        .containsExactly("Accepted", "NotFound"));
        assertThat(bench.charger().state().station().monitors()).hasSize(1);
    }

    @Test
    void manyMonitorsAreReportedInPartsAndNoneIsTooMany() throws Exception {
        for (var severity = 0; severity < 10; severity++) {
            for (var kind : List.of("UpperThreshold", "LowerThreshold", "Delta", "Periodic", "PeriodicClockAligned")) {
                assertThat(monitors("{%s,'value':1,'type':'%s','severity':%d}".formatted(POWER, kind, severity)))
                        .first()
                        .asString()
                        .startsWith("Accepted");
            }
        }
        assertThat(monitors("{%s,'value':1,'type':'Delta','severity':1}".formatted(POWER.replace(":1}", ":2}"))))
                .containsExactly("Rejected 0");
        asked("GetMonitoringReport", "{'requestId':4,'componentVariable':[{'component':{'name':'EVSE'}}]}");
        assertThat(bench.told("NotifyMonitoringReport"))
                .hasSize(5)
                .extracting(part -> part.path("tbc").asBoolean())
                .containsExactly(true, true, true, true, false);
    }

    @Test
    void theLevelIsShownAndTheBaseTakesMonitorsAway() throws Exception {
        monitors("{" + POWER + ",'value':1,'type':'Delta','severity':1}");
        assertThat(asked("SetMonitoringLevel", "{'severity':10}")).isEqualTo("{'status':'Rejected'}");
        assertThat(asked("SetMonitoringLevel", "{'severity':3}")).isEqualTo("{'status':'Accepted'}");
        assertThat(asked(
                        "GetVariables",
                        "{'getVariableData':[{'component':{'name':'MonitoringCtrlr'},"
                                + "'variable':{'name':'ActiveMonitoringLevel'}}]}"))
                .contains("'attributeValue':'3'");
        assertThat(asked("SetMonitoringBase", "{'monitoringBase':'All'}")).isEqualTo("{'status':'Accepted'}");
        assertThat(bench.charger().state().station().monitors()).hasSize(1);
        assertThat(asked("SetMonitoringBase", "{'monitoringBase':'FactoryDefault'}"))
                .isEqualTo("{'status':'Accepted'}");
        assertThat(bench.charger().state().station().monitors()).isEmpty();
    }

    @Test
    void messagesOfTheDisplayAreShownReportedAndCleared() throws Exception {
        assertThat(shown(1, "'priority':'NormalCycle','state':'Idle'")).isEqualTo("{'status':'Accepted'}");
        assertThat(shown(2, "'priority':'AlwaysFront','endDateTime':'2027-01-31T10:00:00Z'"))
                .isEqualTo("{'status':'Accepted'}");
        assertThat(shown(3, "'priority':'InFront','transactionId':'unknown'"))
                .isEqualTo("{'status':'UnknownTransaction'}");
        assertThat(asked(
                        "SetDisplayMessage",
                        "{'message':{'id':4,'priority':'InFront','message':{'format':'URI','content':'http://x'}}}"))
                .isEqualTo("{'status':'NotSupportedMessageFormat'}");
        bench.handOver();
        assertThat(asked("GetDisplayMessages", "{'requestId':5}")).isEqualTo("{'status':'Accepted'}");
        var report = bench.told("NotifyDisplayMessages").getFirst();
        assertThat(report.path("tbc").asBoolean()).isFalse();
        assertThat(report.path("messageInfo").toString()).isEqualTo("""
                [{"id":1,"priority":"NormalCycle","state":"Idle","message":{"format":"UTF8","language":"en","content":"Hi"}},\
                {"id":2,"priority":"AlwaysFront","endDateTime":"2027-01-31T10:00:00.000Z",\
                "message":{"format":"UTF8","language":"en","content":"Hi"}}]""");

        assertThat(asked("GetDisplayMessages", "{'requestId':5,'id':[1],'priority':'InFront'}"))
                .isEqualTo("{'status':'Unknown'}");
        assertThat(asked("ClearDisplayMessage", "{'id':1}")).isEqualTo("{'status':'Accepted'}");
        assertThat(asked("ClearDisplayMessage", "{'id':1}")).isEqualTo("{'status':'Unknown'}");
        bench.pass(Duration.ofHours(2));
        assertThat(asked("GetDisplayMessages", "{'requestId':5}"))
                .as("its time is over")
                .isEqualTo("{'status':'Unknown'}");
    }

    @Test
    void aMessageForATransactionGoesWithIt() throws Exception {
        var transaction = charge();
        assertThat(shown(1, "'priority':'InFront','transactionId':'" + transaction + "'"))
                .isEqualTo("{'status':'Accepted'}");
        assertThat(asked("CostUpdated", "{'totalCost':1.25,'transactionId':'" + transaction + "'}"))
                .isEqualTo("{}");
        bench.charger().swipe(1, "TAG");
        assertThat(asked("GetDisplayMessages", "{'requestId':5}")).isEqualTo("{'status':'Unknown'}");
    }

    @Test
    void aDisplayShowsOneMessageBeforeAllAndTenAtMost() throws Exception {
        for (var id = 1; id <= 10; id++) {
            assertThat(shown(id, "'priority':'NormalCycle'")).isEqualTo("{'status':'Accepted'}");
        }
        assertThat(shown(11, "'priority':'NormalCycle'")).isEqualTo("{'status':'Rejected'}");
        assertThat(shown(1, "'priority':'AlwaysFront'")).isEqualTo("{'status':'Accepted'}");
        assertThat(shown(12, "'priority':'AlwaysFront'"))
                .as("in place of the former")
                .isEqualTo("{'status':'Accepted'}");
        assertThat(bench.charger().state().station().messages()).hasSize(10).noneMatch(message -> message.id() == 1);
    }

    @Test
    void certificatesAreInstalledListedAndDeleted() throws Exception {
        assertThat(asked("GetInstalledCertificateIds", "{}")).isEqualTo("{'status':'NotFound'}");
        assertThat(install("CSMSRootCertificate", "root")).isEqualTo("{'status':'Accepted'}");
        assertThat(install("CSMSRootCertificate", "root"))
                .as("the same once more")
                .isEqualTo("{'status':'Accepted'}");
        assertThat(install("CSMSRootCertificate", "chain"))
                .as("one that another has signed is no root")
                .isEqualTo("{'status':'Rejected'}");
        assertThat(install("CSMSRootCertificate", "long-serial"))
                .as("a serial number that no answer could hold")
                .isEqualTo("{'status':'Rejected'}");
        assertThat(asked("InstallCertificate", "{'certificateType':'MORootCertificate','certificate':'nonsense'}"))
                .isEqualTo("{'status':'Rejected'}");
        bench.handOver();
        assertThat(inLowerCase(asked("GetInstalledCertificateIds", "{'certificateType':['CSMSRootCertificate']}")))
                .isEqualTo(inLowerCase("{'status':'Accepted','certificateHashDataChain':"
                        + "[{'certificateType':'CSMSRootCertificate','certificateHashData':" + HASHES.formatted("F1")
                        + "}]}"));
        assertThat(asked("GetInstalledCertificateIds", "{'certificateType':['MORootCertificate']}"))
                .isEqualTo("{'status':'NotFound'}");
        assertThat(delete(HASHES.formatted("F2"))).isEqualTo("{'status':'NotFound'}");
        assertThat(delete(HASHES.formatted("F1").replace("SHA256", "SHA512"))).isEqualTo("{'status':'NotFound'}");
        assertThat(delete(HASHES.formatted("F1"))).isEqualTo("{'status':'Accepted'}");
        assertThat(bench.charger().state().station().certificates()).isEmpty();
    }

    @Test
    void aCertificateOfItsOwnIsReadAndThatForCarsIsListed() throws Exception {
        assertThat(signed("chain", "ChargingStationCertificate")).isEqualTo("{'status':'Accepted'}");
        assertThat(asked("GetInstalledCertificateIds", "{}")).isEqualTo("{'status':'NotFound'}");
        assertThat(signed("chain", "V2GCertificate")).isEqualTo("{'status':'Accepted'}");
        assertThat(asked("GetInstalledCertificateIds", "{'certificateType':['V2GCertificateChain']}"))
                .containsIgnoringCase("'serialNumber':'A2'")
                .containsIgnoringCase("CC9366094078D1A79F43E10B75AC587C8608F740CFD18BE9E2D49784B3E1342F");
        assertThat(asked("CertificateSigned", "{'certificateChain':'nonsense'}"))
                .isEqualTo("{'status':'Rejected'}");
        bench.reach(Instant.parse("2127-01-31T09:00:00Z"));
        assertThat(signed("chain", "ChargingStationCertificate"))
                .as("long expired")
                .isEqualTo("{'status':'Rejected'}");
    }

    @Test
    void profilesAreReportedByEvse() throws Exception {
        assertThat(asked("GetChargingProfiles", "{'requestId':6,'chargingProfile':{}}"))
                .isEqualTo("{'status':'NoProfiles'}");
        asked("SetChargingProfile", PROFILE.formatted(0, 1, "ChargingStationMaxProfile"));
        asked("SetChargingProfile", PROFILE.formatted(2, 2, "TxDefaultProfile"));
        assertThat(asked("SetChargingProfile", PROFILE.formatted(0, 3, "ChargingStationExternalConstraints")))
                .isEqualTo("{'status':'Rejected'}");
        bench.handOver();
        assertThat(asked("GetChargingProfiles", "{'requestId':6,'chargingProfile':{'chargingLimitSource':['CSO']}}"))
                .isEqualTo("{'status':'Accepted'}");
        var reports = bench.told("ReportChargingProfiles");
        assertThat(reports).extracting(report -> report.path("tbc").asBoolean()).containsExactly(true, false);
        assertThat(reports).extracting(report -> report.path("evseId").asInt()).containsExactly(0, 2);
        assertThat(reports.getLast().path("chargingProfile").toString()).isEqualTo("""
                [{"id":2,"stackLevel":0,"chargingProfilePurpose":"TxDefaultProfile","chargingProfileKind":"Absolute",\
                "chargingSchedule":[{"id":7,"startSchedule":"2027-01-31T09:00:00.000Z","chargingRateUnit":"A",\
                "chargingSchedulePeriod":[{"startPeriod":0,"limit":6.5,"numberPhases":3}]}]}]""");
        for (var filter : List.of("'chargingLimitSource':['EMS']", "'chargingProfileId':[9]", "'stackLevel':4")) {
            assertThat(asked("GetChargingProfiles", "{'requestId':6,'chargingProfile':{" + filter + "}}"))
                    .isEqualTo("{'status':'NoProfiles'}");
        }
    }

    @Test
    void whatIsKnownOfACustomerIsReportedAndReservationsAreForgotten() throws Exception {
        var token = "'idToken':{'idToken':'TAG','type':'ISO14443'}";
        asked(
                "SendLocalList",
                "{'versionNumber':1,'updateType':'Full','localAuthorizationList':[{" + token
                        + ",'idTokenInfo':{'status':'Accepted'}}]}");
        asked("ReserveNow", "{'id':8,'evseId':2," + token + ",'expiryDateTime':'2027-01-31T10:00:00Z'}");
        assertThat(asked("CustomerInformation", "{'requestId':7,'report':true,'clear':true," + token + "}"))
                .isEqualTo("{'status':'Accepted'}");
        assertThat(bench.told("NotifyCustomerInformation")
                        .getFirst()
                        .path("data")
                        .asString())
                .isEqualTo("Local list: accepted. Reservation 8 of EVSE 2 until 2027-01-31T10:00:00Z."
                        + " Reservations of this customer are removed.");
        asked("CustomerInformation", "{'requestId':7,'report':true,'clear':false,'customerIdentifier':'x'}");
        var nothing = bench.told("NotifyCustomerInformation").getFirst();
        assertThat(nothing.path("data").asString()).isEqualTo("Nothing is known of this customer.");
        assertThat(nothing.path("tbc").asBoolean()).isFalse();
        assertThat(asked("CustomerInformation", "{'requestId':7,'report':true,'clear':false}"))
                .isEqualTo("{'status':'Invalid'}");
        assertThat(asked("CustomerInformation", "{'requestId':7,'report':false,'clear':false," + token + "}"))
                .isEqualTo("{'status':'Rejected'}");
    }

    @Test
    void aReservationThatEndsIsToldOf() throws Exception {
        asked(
                "ReserveNow",
                "{'id':8,'evseId':2,'idToken':{'idToken':'A','type':'ISO14443'},'expiryDateTime':'2027-01-31T10:00:00Z'}");
        bench.told("StatusNotification");
        bench.pass(Duration.ofHours(2));
        assertThat(bench.told("ReservationStatusUpdate"))
                .containsExactly(StationBench.parsed("{'reservationId':8,'reservationUpdateStatus':'Expired'}"));
    }

    @Test
    void anUploadTakesThePlaceOfTheFormer() throws Exception {
        var log = "{'requestId':%d,'logType':'%s','log':{'remoteLocation':'ftp://x'}}";
        assertThat(asked("GetLog", log.formatted(1, "SecurityLog"))).contains("'status':'Accepted'");
        assertThat(asked("GetLog", log.formatted(2, "DiagnosticsLog"))).contains("'status':'AcceptedCanceled'");
        bench.pass(Duration.ofSeconds(5));
        assertThat(bench.told("LogStatusNotification"))
                .extracting(status -> status.path("requestId").asInt() + " "
                        + status.path("status").asString())
                .containsExactly("1 AcceptedCanceled", "2 Uploading", "2 Uploaded");
    }

    @Test
    void firmwareThatSomebodyHasSignedIsVerified() throws Exception {
        var firmware = "{'requestId':%d,'firmware':{'location':'ftp://x','retrieveDateTime':'2027-01-31T%s:00:00Z',"
                + "'signingCertificate':'%s','signature':'x'}}";
        assertThat(asked("UpdateFirmware", firmware.formatted(1, "08", "nonsense")))
                .isEqualTo("{'status':'InvalidCertificate'}");
        assertThat(asked("UpdateFirmware", firmware.formatted(2, "10", pem("root"))))
                .isEqualTo("{'status':'Accepted'}");
        assertThat(asked("UpdateFirmware", firmware.formatted(3, "08", pem("root"))))
                .isEqualTo("{'status':'AcceptedCanceled'}");
        bench.pass(Duration.ofSeconds(10));
        assertThat(bench.told("FirmwareStatusNotification"))
                .extracting(status -> status.path("requestId").asInt() + " "
                        + status.path("status").asString())
                .containsExactly(
                        "2 DownloadScheduled",
                        "3 Downloading",
                        "3 Downloaded",
                        "3 SignatureVerified",
                        "3 Installing",
                        "3 Installed");
    }

    @Test
    void anEvseAloneIsNotReset() throws Exception {
        assertThat(asked("Reset", "{'type':'Immediate','evseId':1}")).isEqualTo("{'status':'Rejected'}");
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
        assertThat(asked(
                        "SetNetworkProfile",
                        ("{'configurationSlot':%d,'connectionData':{'ocppVersion':'%s','ocppTransport':'JSON',"
                                        + "'ocppCsmsUrl':'%s','messageTimeout':30,'securityProfile':2,'ocppInterface':'Wired0'}}")
                                .formatted(slot, version, url)))
                .isEqualTo("{'status':'" + status + "'}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PublishFirmware", "UnpublishFirmware"})
    void onlyLocalControllersPublishFirmware(String action) throws Exception {
        assertThat(asked(action, "{'requestId':1,'location':'http://x','checksum':'c'}"))
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
        bench.charger().answerWith(action, Answering.REJECT);
        assertThat(asked(action, payload)).contains(word).doesNotContain("Accepted");
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
    void whatCannotBeUnderstoodIsMalformed(String action, String payload, String field) {
        assertThatThrownBy(() -> asked(action, payload))
                .isInstanceOf(MalformedRequest.class)
                .hasMessageContaining(field);
    }

    @Test
    void whatAnOlderReleaseHasKeptIsRead() {
        var written = StationBench.parsed(
                Json.mapper().writeValueAsString(bench.charger().state()));
        ((ObjectNode) written).remove("station");
        var read = Json.mapper().treeToValue(written, ChargerState.class);
        assertThat(read).isEqualTo(bench.charger().state());
    }

    private static JsonNode inLowerCase(String json) {
        return StationBench.parsed(json.toLowerCase(Locale.ROOT));
    }

    private String charge() {
        bench.charger().plugIn(1);
        bench.charger().swipe(1, "TAG");
        return bench.told("TransactionEvent")
                .getFirst()
                .at("/transactionInfo/transactionId")
                .asString();
    }

    private List<String> monitors(String... wanted) throws MalformedRequest {
        var answer = asked("SetVariableMonitoring", "{'setMonitoringData':[" + String.join(",", wanted) + "]}");
        return StationBench.parsed(answer)
                .path("setMonitoringResult")
                .valueStream()
                .map(result -> result.path("status").asString() + " "
                        + result.path("id").asInt(0))
                .toList();
    }

    private String shown(int id, String more) throws MalformedRequest {
        return asked(
                "SetDisplayMessage",
                "{'message':{'id':" + id + "," + more
                        + ",'message':{'format':'UTF8','language':'en','content':'Hi'}}}");
    }

    private String install(String use, String file) throws Exception {
        return asked("InstallCertificate", "{'certificateType':'" + use + "','certificate':'" + pem(file) + "'}");
    }

    private String signed(String file, String use) throws Exception {
        return asked("CertificateSigned", "{'certificateType':'" + use + "','certificateChain':'" + pem(file) + "'}");
    }

    private String delete(String hashes) throws MalformedRequest {
        return asked("DeleteCertificate", "{'certificateHashData':" + hashes + "}");
    }

    /** As it stands in JSON. */
    private static String pem(String name) throws IOException {
        try (var file = StationCommandsTest.class.getResourceAsStream("/certificates/" + name + ".pem")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.US_ASCII)
                    .replace("\n", "\\n");
        }
    }

    private String asked(String action, String payload) throws MalformedRequest {
        return bench.asked(action, payload);
    }

    private static List<String> names(List<JsonNode> parts) {
        return parts.stream()
                .flatMap(part -> part.path("reportData").valueStream())
                .map(entry -> entry.at("/component/name").asString() + "."
                        + entry.at("/variable/name").asString())
                .toList();
    }
}
