package io.plugstream.api.command.payload;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.http.Fault;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.json.Json;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class StationPayloadsTest {

    @ParameterizedTest
    @EnumSource(CommandAction.class)
    void everyOperationIsDescribedForItsVersions(CommandAction action) {
        assertThat(StationPayloads.faults(action, json("{}"), "payload").isPresent() || action.isOfEveryVersion())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "GetBaseReport | {'reportBase':'FullInventory'} | ",
                "GetBaseReport | {'reportBase':'All','requestId':1} | payload.reportBase payload.requestId",
                "GetVariables | {'getVariableData':[]} | payload.getVariableData",
                "GetVariables | {'getVariableData':[{'component':{'name':'A','evse':{'id':1}},'variable':{}}]} | payload.getVariableData[0].variable.name",
                "SetVariables | {'setVariableData':[{'attributeValue':'x','attributeType':'Actual','component':{'name':'A'},'variable':{'name':'B'}}]} | ",
                "RequestStartTransaction | {'idToken':{'idToken':'T','type':'Card'},'remoteStartId':1} | payload.idToken.type payload.remoteStartId",
                "SetChargingProfile | {'evseId':1,'chargingProfile':{'id':1,'stackLevel':0,'chargingProfilePurpose':'TxDefaultProfile','chargingProfileKind':'Absolute','chargingSchedule':[{'id':1,'chargingRateUnit':'A','chargingSchedulePeriod':[{'startPeriod':0,'limit':16}],'salesTariff':{'id':1,'salesTariffEntry':[{'relativeTimeInterval':{'start':0},'ePriceLevel':-1}]}}]}} | payload.chargingProfile.chargingSchedule[0].salesTariff.salesTariffEntry[0].ePriceLevel",
                "CostUpdated | {'totalCost':1.1234567,'transactionId':'x'} | payload.totalCost payload.transactionId",
                "CostUpdated | {'totalCost':1.123456,'transactionId':7} | ",
                "GetLog | {'logType':'DiagnosticsLog','log':{'remoteLocation':'no address'}} | payload.log.remoteLocation",
                "SetNetworkProfile | {'configurationSlot':1,'connectionData':{'ocppVersion':'OCPP20','ocppTransport':'JSON','ocppCsmsUrl':'wss://a','messageTimeout':30,'securityProfile':2,'ocppInterface':'Wired0'}} | ",
                "CustomerInformation | {'report':true,'clear':'no'} | payload.clear",
                "ClearVariableMonitoring | {'id':[1,'2']} | payload.id[1]",
                "SetMonitoringLevel | {} | payload.severity",
                "SetMonitoringLevel | {'severity':10} | payload.severity",
                "ChangeAvailability | {'operationalStatus':'Operative','evse':{'id':-1,'connectorId':-1}} | payload.evse.id payload.evse.connectorId",
                "GetCompositeSchedule | {'evseId':-1,'duration':-1} | payload.evseId payload.duration",
                "GetChargingProfiles | {'evseId':-1,'chargingProfile':{'stackLevel':-1}} | payload.evseId payload.chargingProfile.stackLevel",
                "RequestStartTransaction | {'idToken':{'idToken':'T','type':'Local'},'evseId':0} | payload.evseId",
                "SendLocalList | {'versionNumber':0,'updateType':'Full'} | payload.versionNumber",
                "PublishFirmware | {'location':'ftp://a','checksum':'c','retries':-1,'retryInterval':-1} | payload.retries payload.retryInterval",
                "GetInstalledCertificateIds | {} | ",
                "Reset | {'type':'OnIdle','evseId':1} | ",
                "Reset | {'type':'Hard'} | payload.type",
                "DataTransfer | {'vendorId':'v','data':{'any':[1]}} | ",
                "Reset | {'type':'OnIdle','customData':{'vendorId':'v','more':{'of':[1]}}} | ",
                "GetVariables | {'getVariableData':[{'component':{'name':'A','customData':{'vendorId':'v'}},'variable':{'name':'B'}}]} | ",
                "ClearCache | {'customData':{'more':1}} | payload.customData.vendorId",
                "ClearCache | {'customData':[]} | payload.customData"
            })
    void payloadFaultsAreFound(String action, String payload, String fields) {
        List<Fault> faults =
                StationPayloads.faults(named(action), json(payload), "payload").orElseThrow();
        assertThat(faults.stream().map(Fault::field))
                .containsExactlyInAnyOrder(fields == null ? new String[0] : fields.split(" ", -1));
        assertThat(Schemas.allow(StationPayloads.described(), named(action), json(payload)))
                .isEqualTo(fields == null);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "RemoteStartTransaction | {'idTag':'123456789012345678901234567890123456','idTokenType':'eMAID'} | ",
                "RemoteStartTransaction | {'idTag':'1234567890123456789012345678901234567'} | payload.idTag",
                "TriggerMessage | {'requestedMessage':'MeterValues'} | ",
                "ReserveNow | {'connectorId':1,'expiryDate':'2026-01-31T09:00:00Z','idTag':'T','idTokenType':'Local','reservationId':1} | ",
                "SendLocalList | {'listVersion':1,'updateType':'Full','localAuthorizationList':[{'idTag':'A','idTokenType':'No'}]} | payload.localAuthorizationList[0].idTokenType",
                "DataTransfer | {'vendorId':'v','data':[1]} | ",
                "RemoteStartTransaction | {'idTag':'T','chargingProfile':{'chargingProfileId':1,'stackLevel':0,'chargingProfilePurpose':'TxProfile','chargingProfileKind':'Relative','chargingSchedule':{'chargingRateUnit':'A','chargingSchedulePeriod':[{'startPeriod':0,'limit':16}]}}} | ",
                "RemoteStartTransaction | {'idTag':'T','chargingProfile':{'transactionId':7,'chargingProfileId':1,'stackLevel':0,'chargingProfilePurpose':'TxProfile','chargingProfileKind':'Relative','chargingSchedule':{'chargingRateUnit':'A','chargingSchedulePeriod':[{'startPeriod':0,'limit':16}]}}} | payload.chargingProfile.transactionId",
                "SetChargingProfile | {'connectorId':1,'csChargingProfiles':{'transactionId':7,'chargingProfileId':1,'stackLevel':0,'chargingProfilePurpose':'TxProfile','chargingProfileKind':'Relative','chargingSchedule':{'chargingRateUnit':'A','chargingSchedulePeriod':[]}}} | payload.csChargingProfiles.chargingSchedule.chargingSchedulePeriod",
                "Reset | {'type':'Hard'} | "
            })
    void faultsOfAnOcpp16PayloadForAStationAreFound(String action, String payload, String fields) {
        assertThat(Payloads.faultsForStation(named(action), json(payload), "payload").stream()
                        .map(Fault::field))
                .containsExactlyInAnyOrder(fields == null ? new String[0] : fields.split(" ", -1));
        assertThat(Schemas.allow(Payloads.describedForStation(), named(action), json(payload)))
                .isEqualTo(fields == null);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "ClearChargingProfile | {} | payload",
                "TriggerMessage | {'requestedMessage':'StatusNotification'} | payload.connectorId",
                "SetChargingProfile | {'connectorId':1,'csChargingProfiles':{'chargingProfileId':1,'stackLevel':0,'chargingProfilePurpose':'TxProfile','chargingProfileKind':'Relative','chargingSchedule':{'chargingRateUnit':'A','chargingSchedulePeriod':[{'startPeriod':0,'limit':16}]}}} | payload.csChargingProfiles.transactionId"
            })
    void rulesAcrossFieldsAreCheckedBeyondTheSchema(String action, String payload, String field) {
        assertThat(Payloads.faultsForStation(named(action), json(payload), "payload"))
                .extracting(Fault::field)
                .containsExactly(field);
        assertThat(Schemas.allow(Payloads.describedForStation(), named(action), json(payload)))
                .isTrue();
    }

    @Test
    void aPeriodDoesNotEndBeforeItsBegin() {
        ObjectNode payload = json("{'logType':'SecurityLog','log':{'remoteLocation':'ftp://a',"
                + "'oldestTimestamp':'2026-02-01T00:00:00Z','latestTimestamp':'2026-01-01T00:00:00Z'}}");
        assertThat(StationPayloads.faults(CommandAction.GET_LOG, payload, "payload")
                        .orElseThrow())
                .containsExactly(new Fault("payload.log.latestTimestamp", "must not be before oldestTimestamp"));
    }

    /** OCPP 1.6 limits no address, OCPP 2.0.1 takes 512 characters. */
    @ParameterizedTest
    @EnumSource(names = {"GET_DIAGNOSTICS", "UPDATE_FIRMWARE"})
    void aLongAddressIsAFaultForAStation(CommandAction action) {
        ObjectNode payload = json("{'location':'ftp://a/" + "x".repeat(505) + "'}");
        if (action == CommandAction.UPDATE_FIRMWARE) {
            payload.put("retrieveDate", "2026-01-31T09:00:00Z");
        }
        assertThat(Payloads.faults(action, payload, "payload")).isEmpty();
        assertThat(Payloads.faultsForStation(action, payload, "payload"))
                .extracting(Fault::field)
                .containsExactly("payload.location");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'customData':{'vendorId':'v'}}"})
    void clearChargingProfileNeedsACriterion(String payload) {
        assertThat(StationPayloads.faults(CommandAction.CLEAR_CHARGING_PROFILE, json(payload), "payload")
                        .orElseThrow())
                .extracting(Fault::field)
                .containsExactly("payload");
        assertThat(Schemas.allow(StationPayloads.described(), CommandAction.CLEAR_CHARGING_PROFILE, json(payload)))
                .isTrue();
    }

    /** The requested message does not tell the versions apart, so both need a connector (OCPP 2.0.1, F06.FR.12). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'requestedMessage':'StatusNotification'} | payload.evse",
                "{'requestedMessage':'StatusNotification','evse':{'id':1}} | payload.evse",
                "{'requestedMessage':'StatusNotification','evse':{'id':1,'connectorId':1}} | ",
                "{'requestedMessage':'Heartbeat'} | ",
                "{'requestedMessage':'MeterValues','evse':{'id':1}} | "
            })
    void aTriggeredStatusNeedsAConnector(String payload, String field) {
        assertThat(StationPayloads.faults(CommandAction.TRIGGER_MESSAGE, json(payload), "payload")
                        .orElseThrow())
                .extracting(Fault::field)
                .isEqualTo(field == null ? List.of() : List.of(field));
        assertThat(Schemas.allow(StationPayloads.described(), CommandAction.TRIGGER_MESSAGE, json(payload)))
                .isTrue();
    }

    private static CommandAction named(String name) {
        return Arrays.stream(CommandAction.values())
                .filter(action -> action.wireName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) Json.mapper().readTree(text.replace('\'', '"'));
    }
}
