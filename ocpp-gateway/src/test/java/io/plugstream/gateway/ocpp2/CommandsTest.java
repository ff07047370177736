package io.plugstream.gateway.ocpp2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.gateway.payload.OfficialSchemas;
import io.plugstream.gateway.protocol.Step.Ask;
import io.plugstream.gateway.protocol.Step.Done;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.command.StationOrder;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Commands translated for an OCPP 2.0.1 station, and its answers translated to OCPP 1.6. */
class CommandsTest {

    static final StationOrder ORDER = new StationOrder(77, "st-1", false);

    private static final String PROFILE_16 = "{'chargingProfileId':3,'transactionId':9,'stackLevel':1,"
            + "'chargingProfilePurpose':'TxProfile','chargingProfileKind':'Absolute','chargingSchedule':"
            + "{'duration':60,'chargingRateUnit':'A','chargingSchedulePeriod':[{'startPeriod':0,'limit':16.5,'numberPhases':3}]}}";

    private static final String PROFILE = "{'id':3,'stackLevel':1,'chargingProfilePurpose':'TxProfile',"
            + "'chargingProfileKind':'Absolute'%s,'chargingSchedule':[{'id':3,'duration':60,'chargingRateUnit':'A',"
            + "'chargingSchedulePeriod':[{'startPeriod':0,'limit':16.5,'numberPhases':3}]}]}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "RemoteStartTransaction | {'idTag':'TAG','connectorId':2} | RequestStartTransaction | {'remoteStartId':77,'idToken':{'idToken':'TAG','type':'ISO14443'},'evseId':2} | {'status':'Accepted'} | {'status':'Accepted'} | true",
                "RemoteStartTransaction | {'idTag':'TAG','idTokenType':'Central'} | RequestStartTransaction | {'remoteStartId':77,'idToken':{'idToken':'TAG','type':'Central'}} | {'status':'Rejected'} | {'status':'Rejected'} | false",
                "RemoteStartTransaction | {'idTag':'TAG','chargingProfile':PROFILE16} | RequestStartTransaction | {'remoteStartId':77,'idToken':{'idToken':'TAG','type':'ISO14443'},'chargingProfile':PROFILENEW} | {'status':'Accepted'} | {'status':'Accepted'} | true",
                "RemoteStopTransaction | {'transactionId':9} | RequestStopTransaction | {'transactionId':'st-1'} | {'status':'Rejected'} | {'status':'Rejected'} | false",
                "Reset | {'type':'Hard'} | Reset | {'type':'Immediate'} | {'status':'Scheduled'} | {'status':'Accepted'} | true",
                "Reset | {'type':'Soft'} | Reset | {'type':'OnIdle'} | {'status':'Rejected'} | {'status':'Rejected'} | false",
                "UnlockConnector | {'connectorId':2} | UnlockConnector | {'evseId':2,'connectorId':1} | {'status':'OngoingAuthorizedTransaction'} | {'status':'UnlockFailed'} | false",
                "UnlockConnector | {'connectorId':9} | UnlockConnector | {'evseId':9,'connectorId':1} | {'status':'UnknownConnector'} | {'status':'NotSupported'} | false",
                "UnlockConnector | {'connectorId':1} | UnlockConnector | {'evseId':1,'connectorId':1} | {'status':'Unlocked'} | {'status':'Unlocked'} | true",
                "ChangeAvailability | {'connectorId':0,'type':'Inoperative'} | ChangeAvailability | {'operationalStatus':'Inoperative'} | {'status':'Scheduled'} | {'status':'Scheduled'} | true",
                "ChangeAvailability | {'connectorId':2,'type':'Operative'} | ChangeAvailability | {'operationalStatus':'Operative','evse':{'id':2}} | {'status':'Accepted'} | {'status':'Accepted'} | true",
                "ChangeConfiguration | {'key':'HeartbeatInterval','value':'60'} | SetVariables | {'setVariableData':[{'component':{'name':'OCPPCommCtrlr'},'variable':{'name':'HeartbeatInterval'},'attributeValue':'60'}]} | {'setVariableResult':[{'attributeStatus':'RebootRequired','component':{'name':'OCPPCommCtrlr'},'variable':{'name':'HeartbeatInterval'}}]} | {'status':'RebootRequired'} | true",
                "ChangeConfiguration | {'key':'Connector[a]@1.2.Limit[b]','value':'x'} | SetVariables | {'setVariableData':[{'component':{'name':'Connector','instance':'a','evse':{'id':1,'connectorId':2}},'variable':{'name':'Limit','instance':'b'},'attributeValue':'x'}]} | {'setVariableResult':[{'attributeStatus':'UnknownComponent','component':{'name':'Connector'},'variable':{'name':'Limit'}}]} | {'status':'NotSupported'} | false",
                "GetConfiguration | {'key':['HeartbeatInterval','Odd']} | GetVariables | {'getVariableData':[{'component':{'name':'OCPPCommCtrlr'},'variable':{'name':'HeartbeatInterval'}}]} | {'getVariableResult':[{'attributeStatus':'Accepted','attributeValue':'60','component':{'name':'ocppcommctrlr'},'variable':{'name':'HeartbeatInterval'}}]} | {'configurationKey':[{'key':'HeartbeatInterval','readonly':false,'value':'60'}],'unknownKey':['Odd']} | true",
                "GetConfiguration | {} | GetBaseReport | {'requestId':77,'reportBase':'ConfigurationInventory'} | {'status':'Accepted'} | {'configurationKey':[]} | true",
                "ClearCache | {} | ClearCache | {} | {'status':'Rejected'} | {'status':'Rejected'} | false",
                "GetLocalListVersion | {} | GetLocalListVersion | {} | {'versionNumber':5} | {'listVersion':5} | true",
                "GetLocalListVersion | {} | GetLocalListVersion | {} | {'versionNumber':5.0} | {'listVersion':5} | true",
                "SendLocalList | {'listVersion':4,'updateType':'Full','localAuthorizationList':[{'idTag':'A','idTagInfo':{'status':'Accepted','expiryDate':'2026-11-21T09:00:00Z','parentIdTag':'P'}}]} | SendLocalList | {'versionNumber':4,'updateType':'Full','localAuthorizationList':[{'idToken':{'idToken':'A','type':'ISO14443'},'idTokenInfo':{'status':'Accepted','cacheExpiryDateTime':'2026-11-21T09:00:00Z','groupIdToken':{'idToken':'P','type':'ISO14443'}}}]} | {'status':'VersionMismatch'} | {'status':'VersionMismatch'} | false",
                "SendLocalList | {'listVersion':4,'updateType':'Full'} | SendLocalList | {'versionNumber':4,'updateType':'Full'} | {'status':'Accepted'} | {'status':'Accepted'} | true",
                "ReserveNow | {'connectorId':0,'expiryDate':'2026-11-21T09:00:00Z','idTag':'TAG','reservationId':6,'parentIdTag':'P'} | ReserveNow | {'id':6,'expiryDateTime':'2026-11-21T09:00:00Z','idToken':{'idToken':'TAG','type':'ISO14443'},'groupIdToken':{'idToken':'P','type':'ISO14443'}} | {'status':'Occupied'} | {'status':'Occupied'} | false",
                "ReserveNow | {'connectorId':1,'expiryDate':'2026-11-21T09:00:00Z','idTag':'TAG','reservationId':6} | ReserveNow | {'id':6,'expiryDateTime':'2026-11-21T09:00:00Z','idToken':{'idToken':'TAG','type':'ISO14443'},'evseId':1} | {'status':'Accepted'} | {'status':'Accepted'} | true",
                "CancelReservation | {'reservationId':6} | CancelReservation | {'reservationId':6} | {'status':'Accepted'} | {'status':'Accepted'} | true",
                "TriggerMessage | {'requestedMessage':'DiagnosticsStatusNotification'} | TriggerMessage | {'requestedMessage':'LogStatusNotification'} | {'status':'NotImplemented'} | {'status':'NotImplemented'} | false",
                "TriggerMessage | {'requestedMessage':'StatusNotification','connectorId':2} | TriggerMessage | {'requestedMessage':'StatusNotification','evse':{'id':2,'connectorId':1}} | {'status':'Accepted'} | {'status':'Accepted'} | true",
                "TriggerMessage | {'requestedMessage':'MeterValues','connectorId':2} | TriggerMessage | {'requestedMessage':'MeterValues','evse':{'id':2}} | {'status':'Accepted'} | {'status':'Accepted'} | true",
                "SetChargingProfile | {'connectorId':1,'csChargingProfiles':PROFILE16} | SetChargingProfile | {'evseId':1,'chargingProfile':PROFILEOF} | {'status':'Accepted'} | {'status':'Accepted'} | true",
                "ClearChargingProfile | {'id':3} | ClearChargingProfile | {'chargingProfileId':3} | {'status':'Unknown'} | {'status':'Unknown'} | false",
                "ClearChargingProfile | {'connectorId':0,'chargingProfilePurpose':'ChargePointMaxProfile','stackLevel':1} | ClearChargingProfile | {'chargingProfileCriteria':{'evseId':0,'stackLevel':1,'chargingProfilePurpose':'ChargingStationMaxProfile'}} | {'status':'Accepted'} | {'status':'Accepted'} | true",
                "GetCompositeSchedule | {'connectorId':1,'duration':60,'chargingRateUnit':'W'} | GetCompositeSchedule | {'evseId':1,'duration':60,'chargingRateUnit':'W'} | {'status':'Accepted','schedule':{'evseId':1,'duration':60,'scheduleStart':'2026-11-21T09:00:00Z','chargingRateUnit':'W','chargingSchedulePeriod':[{'startPeriod':0,'limit':11000,'phaseToUse':1}]}} | {'status':'Accepted','connectorId':1,'scheduleStart':'2026-11-21T09:00:00Z','chargingSchedule':{'duration':60,'startSchedule':'2026-11-21T09:00:00Z','chargingRateUnit':'W','chargingSchedulePeriod':[{'startPeriod':0,'limit':11000}]}} | true",
                "GetCompositeSchedule | {'connectorId':1,'duration':60} | GetCompositeSchedule | {'evseId':1,'duration':60} | {'status':'Rejected'} | {'status':'Rejected'} | false",
                "GetDiagnostics | {'location':'ftp://example.com/','startTime':'2026-11-21T09:00:00Z','retries':2} | GetLog | {'logType':'DiagnosticsLog','requestId':77,'log':{'remoteLocation':'ftp://example.com/','oldestTimestamp':'2026-11-21T09:00:00Z'},'retries':2} | {'status':'AcceptedCanceled','filename':'a.log'} | {'fileName':'a.log'} | true",
                "UpdateFirmware | {'location':'ftp://example.com/f','retrieveDate':'2026-11-21T09:00:00Z','retryInterval':5} | UpdateFirmware | {'requestId':77,'firmware':{'location':'ftp://example.com/f','retrieveDateTime':'2026-11-21T09:00:00Z'},'retryInterval':5} | {'status':'InvalidCertificate'} | {} | false",
                "DataTransfer | {'vendorId':'v','data':'x'} | DataTransfer | {'vendorId':'v','data':'x'} | {'status':'Accepted','data':7} | {'status':'Accepted','data':'7'} | true"
            })
    void anOcpp16CommandAndItsAnswerAreTranslated(
            String action,
            String payload,
            String expectedAction,
            String expectedPayload,
            String answer,
            String response,
            boolean accepted)
            throws Exception {
        Ask ask = (Ask) Commands.begin(command(named(action), json(payload), ORDER));
        assertThat(ask.action()).isEqualTo(expectedAction);
        assertThat(ask.payload()).isEqualTo(json(expectedPayload));
        var schemas = OfficialSchemas.obtain("ocpp2_0_1");
        if (schemas.isPresent()) {
            assertThat(schemas.get().allows(ask.action(), ask.payload())).isTrue();
            assertThat(schemas.get().allowsAnswer(ask.action(), json(answer))).isTrue();
        }

        Done done = (Done) ask.then().apply(json(answer));
        assertThat(done.response()).isEqualTo(json(response));
        assertThat(done.stationResponse()).isEqualTo(json(answer));
        assertThat(done.accepted()).isEqualTo(accepted);
    }

    /** An action without a translation would be rejected without being sent. */
    @ParameterizedTest
    @MethodSource("io.plugstream.model.command.CommandAction#ofEveryVersion")
    void everyOcpp16ActionIsTranslated(CommandAction action) {
        ObjectNode everything =
                json("{'key':'HeartbeatInterval','value':'1','listVersion':1,'updateType':'Full','type':'Hard',"
                        + "'connectorId':1,'duration':1,'location':'ftp://a/','retrieveDate':'2026-11-21T09:00:00Z','idTag':'T',"
                        + "'reservationId':1,'expiryDate':'2026-11-21T09:00:00Z','requestedMessage':'Heartbeat','transactionId':1,"
                        + "'csChargingProfiles':PROFILE16}");
        if (action == CommandAction.GET_CONFIGURATION) {
            everything = json("{}");
        }
        assertThat(Commands.begin(command(action, everything, ORDER))).isInstanceOf(Ask.class);
    }

    @Test
    void aKeyWithoutAVariableIsNotSent() {
        Done done = (Done) Commands.begin(
                command(CommandAction.CHANGE_CONFIGURATION, json("{'key':'BlinkRepeat','value':'1'}"), ORDER));
        assertThat(done.response()).isEqualTo(json("{'status':'NotSupported'}"));
        assertThat(done.accepted()).isFalse();
    }

    @Test
    void anAnswerWithoutARequiredFieldIsAFault() {
        Ask ask = (Ask) Commands.begin(command(CommandAction.CLEAR_CACHE, json("{}"), ORDER));
        assertThatThrownBy(() -> ask.then().apply(json("{}"))).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "GetBaseReport | {'reportBase':'FullInventory'} | {'reportBase':'FullInventory','requestId':77}",
                "RequestStartTransaction | {'idToken':{'idToken':'T','type':'Local'}} | {'idToken':{'idToken':'T','type':'Local'},'remoteStartId':77}",
                "GetTransactionStatus | {'transactionId':9} | {'transactionId':'st-1'}",
                "GetTransactionStatus | {} | {}",
                "SetChargingProfile | {'evseId':1,'chargingProfile':{'transactionId':9}} | {'evseId':1,'chargingProfile':{'transactionId':'st-1'}}",
                "SetDisplayMessage | {'message':{'id':1,'transactionId':9}} | {'message':{'id':1,'transactionId':'st-1'}}"
            })
    void anOcpp2CommandIsSentUnchanged(String action, String payload, String expected) {
        Ask ask = (Ask) Commands.begin(command(named(action), json(payload), new StationOrder(77, "st-1", true)));
        assertThat(ask.action()).isEqualTo(action);
        assertThat(ask.payload()).isEqualTo(json(expected));
        Done done = (Done) ask.then().apply(json("{'status':'Accepted','more':1}"));
        assertThat(done.response()).isEqualTo(json("{'status':'Accepted','more':1}"));
        assertThat(done.stationResponse()).isNull();
    }

    @Test
    void aCommandWithoutAStationOrderIsRejected() {
        ChargerCommand plain = command(CommandAction.RESET, json("{'type':'Hard'}"), ORDER);
        ChargerCommand former = new ChargerCommand(
                plain.commandId(),
                "demo",
                Mode.LIVE,
                "CS",
                plain.connectionId(),
                plain.action(),
                plain.payload(),
                plain.issuedAt(),
                plain.takeBy(),
                plain.expiresAt(),
                null);
        assertThat(((Done) Commands.begin(former)).accepted()).isFalse();
    }

    static CommandAction named(String name) {
        return Arrays.stream(CommandAction.values())
                .filter(action -> action.wireName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static ChargerCommand command(CommandAction action, ObjectNode payload, StationOrder order) {
        Instant now = Instant.parse("2026-11-21T09:00:00Z");
        return new ChargerCommand(
                UUID.randomUUID(), "demo", Mode.LIVE, "CS", UUID.randomUUID(), action, payload, now, now, now, order);
    }

    static ObjectNode json(String text) {
        String whole = text.replace("PROFILE16", PROFILE_16)
                .replace("PROFILENEW", PROFILE.formatted(""))
                .replace("PROFILEOF", PROFILE.formatted(",'transactionId':'st-1'"));
        JsonNode json = Json.mapper().readTree(whole.replace('\'', '"'));
        return (ObjectNode) json;
    }
}
