package io.plugstream.api.command.payload;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.http.Fault;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.json.Json;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

class PayloadsTest {

    private static final String PROFILE = "{'chargingProfileId':1,'transactionId':2,'stackLevel':0,"
            + "'chargingProfilePurpose':'TxProfile','chargingProfileKind':'Recurring','recurrencyKind':'Daily',"
            + "'validFrom':'2026-01-31T09:00:00Z','validTo':'2026-02-28T09:00:00.5+01:00','chargingSchedule':"
            + "{'duration':3600,'startSchedule':'2026-01-31T09:00:00.000Z','chargingRateUnit':'A','minChargingRate':6,"
            + "'chargingSchedulePeriod':[{'startPeriod':0,'limit':16.1,'numberPhases':3},{'startPeriod':60,'limit':8}]}}";

    static Stream<String> validPayloads() {
        return Stream.of(
                "CancelReservation {'reservationId':-1}",
                "ChangeAvailability {'connectorId':0,'type':'Inoperative'}",
                "ChangeConfiguration {'key':'HeartbeatInterval','value':'60'}",
                "ClearCache {}",
                "ClearChargingProfile {}",
                "ClearChargingProfile {'id':1,'connectorId':1,'chargingProfilePurpose':'TxProfile','stackLevel':0}",
                "DataTransfer {'vendorId':'io.acme'}",
                "DataTransfer {'vendorId':'io.acme','messageId':'m','data':'line\\nline'}",
                "GetCompositeSchedule {'connectorId':1,'duration':60}",
                "GetCompositeSchedule {'connectorId':1,'duration':60,'chargingRateUnit':'W'}",
                "GetConfiguration {}",
                "GetConfiguration {'key':[]}",
                "GetConfiguration {'key':['HeartbeatInterval','AuthorizeRemoteTxRequests']}",
                "GetDiagnostics {'location':'ftp://files.example.com/in'}",
                "GetDiagnostics {'location':'https://files.example.com/','retries':1,'retryInterval':2,"
                        + "'startTime':'2026-01-31T09:00:00+05:30','stopTime':'2026-01-31T09:00:00Z'}",
                "GetLocalListVersion {}",
                "RemoteStartTransaction {'idTag':'TAG'}",
                "RemoteStartTransaction {'idTag':'12345678901234567890','connectorId':1,'chargingProfile':" + PROFILE
                        + "}",
                "RemoteStopTransaction {'transactionId':7}",
                "ReserveNow {'connectorId':0,'expiryDate':'2026-01-31T09:00:00Z','idTag':'T','reservationId':1}",
                "ReserveNow {'connectorId':0,'expiryDate':'2026-01-31T09:00:00Z','idTag':'T','parentIdTag':'P','reservationId':1}",
                "Reset {'type':'Hard'}",
                "SendLocalList {'listVersion':1,'updateType':'Full'}",
                "SendLocalList {'listVersion':2,'updateType':'Differential','localAuthorizationList':[{'idTag':'A'},"
                        + "{'idTag':'B','idTagInfo':{'status':'ConcurrentTx','expiryDate':'2026-01-31T09:00:00Z','parentIdTag':'P'}}]}",
                "SetChargingProfile {'connectorId':1,'csChargingProfiles':" + PROFILE + "}",
                "TriggerMessage {'requestedMessage':'Heartbeat'}",
                "TriggerMessage {'requestedMessage':'MeterValues','connectorId':1}",
                "UnlockConnector {'connectorId':1}",
                "UpdateFirmware {'location':'https://f.example/fw.bin','retrieveDate':'2026-01-31T09:00:00Z'}",
                "UpdateFirmware {'location':'https://f.example/fw.bin','retrieveDate':'2026-01-31T09:00:00Z','retries':3,'retryInterval':9}");
    }

    @ParameterizedTest
    @MethodSource("validPayloads")
    void payloadsThatTheSpecificationAllowsHaveNoFault(String example) {
        assertThat(faults(example)).isEmpty();
        assertThat(isAsDescribed(example)).isTrue();
    }

    @Test
    void everyOperationHasAnExample() {
        assertThat(validPayloads().map(example -> example.split(" ", 2)[0]).distinct())
                .containsExactlyInAnyOrder(CommandAction.ofEveryVersion().stream()
                        .map(CommandAction::wireName)
                        .toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("io.plugstream.model.command.CommandAction#ofEveryVersion")
    void unknownFieldsAreFaultsOfEveryOperation(CommandAction action) {
        assertThat(Payloads.faults(action, object("{'invented':1}"), "payload"))
                .contains(new Fault("payload.invented", "is not known here"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "CancelReservation|{}|reservationId",
                "CancelReservation|{'reservationId':null}|reservationId",
                "CancelReservation|{'reservationId':1.5}|reservationId",
                "CancelReservation|{'reservationId':'1'}|reservationId",
                "CancelReservation|{'reservationId':2147483648}|reservationId",
                "ChangeAvailability|{'connectorId':-1,'type':'Operative'}|connectorId",
                "ChangeAvailability|{'connectorId':[],'type':'operative'}|connectorId type",
                "ChangeConfiguration|{'key':'K','value':60}|value",
                "ChangeConfiguration|{}|key value",
                "ClearCache|{'a':1,'b':2}|a b",
                "ClearChargingProfile|{'id':true,'chargingProfilePurpose':''}|id chargingProfilePurpose",
                "ClearChargingProfile|{'connectorId':-1,'stackLevel':-1}|connectorId stackLevel",
                "DataTransfer|{'messageId':'123456789012345678901234567890123456789012345678901'}|vendorId messageId",
                "DataTransfer|{'vendorId':'v','data':{}}|data",
                "GetCompositeSchedule|{'chargingRateUnit':'kW'}|connectorId duration chargingRateUnit",
                "GetCompositeSchedule|{'connectorId':-1,'duration':-1}|connectorId duration",
                "GetConfiguration|{'key':'HeartbeatInterval'}|key",
                "GetConfiguration|{'key':['ok',1,null]}|key[1] key[2]",
                "GetDiagnostics|{'location':'files.example.com'}|location",
                "GetDiagnostics|{'location':'ftp://a b'}|location",
                "GetDiagnostics|{'location':'http://é/'}|location",
                "GetDiagnostics|{'location':'ftp://a/é'}|location",
                "GetDiagnostics|{'location':'ftp://a','startTime':'2026-01-31T09:00:00','stopTime':'2026-02-30T09:00:00Z'}|startTime stopTime",
                "GetDiagnostics|{'location':'ftp://a','retries':-1,'retryInterval':-1}|retries retryInterval",
                "GetLocalListVersion|{'listVersion':1}|listVersion",
                "RemoteStartTransaction|{'idTag':'123456789012345678901'}|idTag",
                "RemoteStartTransaction|{'idTag':'T','connectorId':0}|connectorId",
                "RemoteStartTransaction|{'idTag':'T','chargingProfile':{}}|chargingProfile.chargingProfileId chargingProfile.stackLevel chargingProfile.chargingProfilePurpose chargingProfile.chargingProfileKind chargingProfile.chargingSchedule",
                "RemoteStartTransaction|{'idTag':'T','chargingProfile':[]}|chargingProfile",
                "RemoteStopTransaction|{'transactionId':'7'}|transactionId",
                "ReserveNow|{'expiryDate':'tomorrow'}|connectorId expiryDate idTag reservationId",
                "ReserveNow|{'connectorId':0,'expiryDate':'2026-01-31T09:00:00.123456Z','idTag':'T','reservationId':1}|expiryDate",
                "ReserveNow|{'connectorId':-1,'expiryDate':'2026-01-31T09:00:00Z','idTag':'T','reservationId':1}|connectorId",
                "Reset|{'type':'Medium'}|type",
                "SendLocalList|{'listVersion':-1,'updateType':'Full'}|listVersion",
                "SendLocalList|{'listVersion':1,'updateType':'Full','localAuthorizationList':[{'idTagInfo':{'status':'Odd','x':1}}]}|localAuthorizationList[0].idTag localAuthorizationList[0].idTagInfo.status localAuthorizationList[0].idTagInfo.x",
                "SetChargingProfile|{'connectorId':1,'csChargingProfiles':null}|csChargingProfiles",
                "TriggerMessage|{'requestedMessage':'Reset','connectorId':'1'}|requestedMessage connectorId",
                "TriggerMessage|{'requestedMessage':'MeterValues','connectorId':0}|connectorId",
                "UnlockConnector|{}|connectorId",
                "UnlockConnector|{'connectorId':0}|connectorId",
                "UpdateFirmware|{'retrieveDate':'2026-01-31'}|location retrieveDate"
            })
    void everyFaultNamesItsFieldAndViolatesTheDescription(String action, String payload, String fields) {
        assertThat(isAsDescribed(action + ' ' + payload)).isFalse();
        assertThat(faults(action + ' ' + payload).stream().map(Fault::field))
                .containsExactlyInAnyOrder(Arrays.stream(fields.split(" ", -1))
                        .map("payload."::concat)
                        .toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'startPeriod':60 | 'startPeriod':-1 | chargingSchedule.chargingSchedulePeriod[1].startPeriod",
                "'numberPhases':3 | 'numberPhases':4 | chargingSchedule.chargingSchedulePeriod[0].numberPhases",
                "'duration':3600 | 'duration':-1 | chargingSchedule.duration",
                "'stackLevel':0 | 'stackLevel':-1 | stackLevel",
                "2026-02-28T09 | 2026-01-28T09 | validTo"
            })
    void numbersAndTimesOfAProfileHaveBounds(String part, String wrong, String field) {
        String profile = PROFILE.replace(part, wrong);

        assertThat(faults("SetChargingProfile {'connectorId':1,'csChargingProfiles':" + profile + "}"))
                .extracting(Fault::field)
                .containsExactly("payload.csChargingProfiles." + field);
    }

    @Test
    void aPeriodDoesNotEndBeforeItsBegin() {
        String request = "GetDiagnostics {'location':'ftp://a','startTime':'2026-01-31T09:00:00Z','stopTime':'%s'}";
        assertThat(faults(request.formatted("2026-01-31T09:30:00+01:00")))
                .containsExactly(new Fault("payload.stopTime", "must not be before startTime"));
        assertThat(faults(request.formatted("2026-01-31T10:00:00+01:00"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"16,0", "16.1,0", "0.3,0", "16.10,0", "1e1,0", "-1.5,0", "16.15,1", "0.001,1", "1e400,1", "'\"16\"',1"})
    void limitsHaveOneDigitAfterThePoint(String limit, int faults) {
        String profile = PROFILE.replace("16.1", limit.replace('"', '\''));

        assertThat(faults("SetChargingProfile {'connectorId':1,'csChargingProfiles':" + profile + "}"))
                .hasSize(faults);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-31T09:00:00Z,0",
        "2026-01-31t09:00:00.123z,0",
        "2026-01-31T09:00:00.123456Z,1",
        "2026-01-31T09:00:00-12:00,0",
        "2026-01-31T09:00Z,1",
        "2026-01-31 09:00:00Z,1",
        "2026-13-01T09:00:00Z,1",
        "2026-01-31T25:00:00Z,1",
        "2026-01-31T09:00:00+25:00,1",
        "2026-01-31T09:00:00+01:00[Europe/Berlin],1",
        "+12026-01-31T09:00:00Z,1"
    })
    void timestampsHaveADateATimeAndAZone(String moment, int faults) {
        assertThat(faults("UpdateFirmware {'location':'ftp://a','retrieveDate':'" + moment + "'}"))
                .hasSize(faults);
    }

    @ParameterizedTest
    @CsvSource({
        "sftp://user:secret@files.example.com:22/in,0",
        "ftp://files_1.example.com/in,0",
        "ftp://[2001:db8::1]:2121/in,0",
        "mailto:someone@example.com,0",
        "ftp://files.example.com:x/in,1",
        "ftp://files.example.com:-1/in,1",
        "ftp://files.example.com:21:21/in,1",
        "ftp://user@files.example.com@evil.example/in,1",
        "ftp:,1"
    })
    void anAddressIsAnAbsoluteUri(String location, int faults) {
        assertThat(faults("GetDiagnostics {'location':'" + location + "'}")).hasSize(faults);
    }

    @Test
    void lengthsAreCountedInCharacters() {
        assertThat(faults("RemoteStartTransaction {'idTag':'" + "😀".repeat(20) + "'}"))
                .isEmpty();
        assertThat(faults("RemoteStartTransaction {'idTag':'" + "😀".repeat(21) + "'}"))
                .hasSize(1);
    }

    @Test
    void aNumberThatIsTooLargeIsToldTheRange() {
        assertThat(faults("RemoteStopTransaction {'transactionId':99999999999}"))
                .containsExactly(
                        new Fault("payload.transactionId", "must be a whole number from -2147483648 to 2147483647"));
        assertThat(faults("UnlockConnector {'connectorId':2147483648}"))
                .containsExactly(new Fault("payload.connectorId", "must be a whole number from 1 to 2147483647"));
    }

    private static List<Fault> faults(String example) {
        return Payloads.faults(action(example), payload(example), "payload");
    }

    private static boolean isAsDescribed(String example) {
        return Schemas.allow(Payloads.described(), action(example), payload(example));
    }

    private static CommandAction action(String example) {
        return CommandAction.ofEveryVersion().stream()
                .filter(candidate -> example.startsWith(candidate.wireName() + ' '))
                .findFirst()
                .orElseThrow();
    }

    private static ObjectNode payload(String example) {
        return object(example.split(" ", 2)[1]);
    }

    private static ObjectNode object(String json) {
        return (ObjectNode) Json.mapper().readTree(json.replace('\'', '"'));
    }
}
