package io.plugstream.gateway.ocpp2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.plugstream.gateway.payload.OfficialSchemas;
import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.json.Json;
import io.plugstream.simulator.charger.Answer;
import io.plugstream.simulator.charger.AnswerMode;
import io.plugstream.simulator.charger.Charger;
import io.plugstream.simulator.charger.ChargerModel;
import io.plugstream.simulator.charger.ChargerState;
import io.plugstream.simulator.charger.FakeClock;
import io.plugstream.simulator.charger.Message;
import io.plugstream.simulator.charger.Models;
import io.plugstream.simulator.charger.Request;
import io.plugstream.simulator.ocpp2.Ocpp201;
import io.plugstream.simulator.protocol.MalformedRequest;
import io.plugstream.simulator.protocol.Protocol.Call;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The simulated station supports every command of OCPP 2.0.1, and all its messages match the schemas. */
class SimulatedStationTest {

    private static final String TOKEN = "{'idToken':'TAG','type':'ISO14443'}";
    private static final String POWER = "'component':{'name':'EVSE','evse':{'id':1}},'variable':{'name':'Power'}";
    private static final String PROFILE = "{'id':1,'stackLevel':0,'chargingProfilePurpose':'TxDefaultProfile',"
            + "'chargingProfileKind':'Recurring','recurrencyKind':'Daily','validFrom':'2026-01-01T00:00:00Z',"
            + "'chargingSchedule':[{'id':7,'duration':600,'startSchedule':'2026-01-31T00:00:00Z','chargingRateUnit':'A',"
            + "'chargingSchedulePeriod':[{'startPeriod':0,'limit':16.5,'numberPhases':3}]}]}";
    private static final String HASHES =
            "{'hashAlgorithm':'SHA256','issuerNameHash':'a','issuerKeyHash':'b','serialNumber':'c'}";

    /** Commands with payloads, in an order in which each finds data from earlier ones. */
    private static final List<String> COMMANDS = List.of(
            "SetVariables {'setVariableData':[{'component':{'name':'SampledDataCtrlr'},'variable':{'name':'TxUpdatedInterval'},"
                    + "'attributeValue':'5'},{'component':{'name':'N'},'variable':{'name':'N'},'attributeValue':'5','attributeType':'Target'}]}",
            "GetVariables {'getVariableData':[{" + POWER + "},{'component':{'name':'N','instance':'i',"
                    + "'evse':{'id':1,'connectorId':1}},'variable':{'name':'N','instance':'i'},'attributeType':'MinSet'}]}",
            "GetBaseReport {'requestId':1,'reportBase':'FullInventory'}",
            "GetReport {'requestId':1,'componentVariable':[{'component':{'name':'EVSE'}}],'componentCriteria':['Available']}",
            "SetVariableMonitoring {'setMonitoringData':[{" + POWER
                    + ",'value':9000.5,'type':'UpperThreshold','severity':1},{"
                    + POWER
                    + ",'value':60,'type':'Periodic','severity':1,'transaction':true},{'component':{'name':'N'},"
                    + "'variable':{'name':'N'},'value':1,'type':'Delta','severity':1}]}",
            "GetMonitoringReport {'requestId':2}",
            "SetMonitoringLevel {'severity':4}",
            "ClearVariableMonitoring {'id':[1,9]}",
            "SetMonitoringBase {'monitoringBase':'HardWiredOnly'}",
            "SetDisplayMessage {'message':{'id':1,'priority':'InFront','state':'Idle','startDateTime':'2026-01-31T09:00:00Z',"
                    + "'endDateTime':'2036-01-31T09:00:00Z','message':{'format':'UTF8','language':'en','content':'Hi'}}}",
            "GetDisplayMessages {'requestId':3}",
            "ClearDisplayMessage {'id':1}",
            "InstallCertificate {'certificateType':'CSMSRootCertificate','certificate':'pem'}",
            "GetInstalledCertificateIds {}",
            "DeleteCertificate {'certificateHashData':" + HASHES + "}",
            "CertificateSigned {'certificateChain':'pem'}",
            "SetNetworkProfile {'configurationSlot':1,'connectionData':{'ocppVersion':'OCPP20','ocppTransport':'JSON',"
                    + "'ocppCsmsUrl':'wss://example.com/','messageTimeout':30,'securityProfile':2,'ocppInterface':'Wired0'}}",
            "SendLocalList {'versionNumber':1,'updateType':'Full','localAuthorizationList':[{'idToken':" + TOKEN
                    + ",'idTokenInfo':{'status':'Accepted'}}]}",
            "GetLocalListVersion {}",
            "SetChargingProfile {'evseId':1,'chargingProfile':" + PROFILE + "}",
            "GetChargingProfiles {'requestId':4,'chargingProfile':{}}",
            "GetCompositeSchedule {'evseId':1,'duration':600}",
            "ReserveNow {'id':1,'evseId':1,'idToken':" + TOKEN + ",'expiryDateTime':'2026-01-31T09:30:00Z'}",
            "CustomerInformation {'requestId':5,'report':true,'clear':true,'idToken':" + TOKEN + "}",
            "ReserveNow {'id':1,'evseId':1,'idToken':" + TOKEN + ",'expiryDateTime':'2026-01-31T09:30:00Z'}",
            "CancelReservation {'reservationId':1}",
            "ReserveNow {'id':2,'evseId':1,'idToken':" + TOKEN + ",'expiryDateTime':'2026-01-31T09:00:30Z'}",
            "RequestStartTransaction {'remoteStartId':6,'evseId':2,'idToken':" + TOKEN + "}",
            "GetTransactionStatus {'transactionId':'x'}",
            "CostUpdated {'totalCost':1.25,'transactionId':'x'}",
            "RequestStopTransaction {'transactionId':'x'}",
            "ChangeAvailability {'operationalStatus':'Inoperative','evse':{'id':2}}",
            "ClearChargingProfile {'chargingProfileId':1}",
            "UnlockConnector {'evseId':1,'connectorId':1}",
            "ClearCache {}",
            "DataTransfer {'vendorId':'v','data':{'any':1}}",
            "TriggerMessage {'requestedMessage':'StatusNotification','evse':{'id':1,'connectorId':1}}",
            "GetLog {'requestId':7,'logType':'SecurityLog','log':{'remoteLocation':'ftp://example.com/'}}",
            "GetLog {'requestId':8,'logType':'DiagnosticsLog','log':{'remoteLocation':'ftp://example.com/'}}",
            "UpdateFirmware {'requestId':9,'firmware':{'location':'ftp://example.com/','retrieveDateTime':'2026-01-31T09:00:10Z'}}",
            "PublishFirmware {'requestId':10,'location':'ftp://example.com/','checksum':'c'}",
            "UnpublishFirmware {'checksum':'c'}",
            "Reset {'type':'OnIdle'}");

    /** Names that exist only in OCPP 1.6. */
    private static final Set<CommandAction> OF_1_6 = Set.of(
            CommandAction.CHANGE_CONFIGURATION,
            CommandAction.GET_CONFIGURATION,
            CommandAction.GET_DIAGNOSTICS,
            CommandAction.REMOTE_START_TRANSACTION,
            CommandAction.REMOTE_STOP_TRANSACTION);

    private static OfficialSchemas schemas;

    private final FakeClock clock = new FakeClock();
    private final ChargerModel model = Models.withTwoConnectors();
    private final Charger charger = new Charger(model, ChargerState.fresh(model), clock, true);
    private final Ocpp201 protocol = new Ocpp201();
    private final Set<String> said = new TreeSet<>();

    @BeforeAll
    static void obtainSchemas() throws InterruptedException {
        Optional<OfficialSchemas> obtained = OfficialSchemas.obtain("ocpp2_0_1");
        assumeTrue(
                obtained.isPresent() || "required".equals(System.getProperty("plugstream.schemas")),
                "the official schemas cannot be had");
        schemas = obtained.orElseThrow();
    }

    @Test
    void everyCommandIsTested() {
        assertThat(COMMANDS.stream().map(SimulatedStationTest::action).distinct())
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(CommandAction.values())
                        .filter(action -> !OF_1_6.contains(action))
                        .map(CommandAction::wireName)
                        .toList());
    }

    @Test
    void answersAndMessagesAgreeWithTheSchemas() throws Exception {
        charger.connected();
        talk();
        for (String command : COMMANDS) {
            ask(command);
            talk();
            pass(Duration.ofSeconds(1));
        }
        pass(Duration.ofMinutes(2));
        assertThat(said)
                .contains(
                        "NotifyReport",
                        "NotifyMonitoringReport",
                        "NotifyDisplayMessages",
                        "NotifyCustomerInformation",
                        "ReportChargingProfiles",
                        "LogStatusNotification",
                        "FirmwareStatusNotification",
                        "ReservationStatusUpdate");
    }

    @Test
    void rejectionsAgreeWithTheSchemas() throws Exception {
        for (String command : COMMANDS) {
            charger.answerWith(action(command), AnswerMode.REJECT);
            ask(command);
        }
    }

    private void ask(String command) throws MalformedRequest {
        String action = action(command);
        ObjectNode payload = SchemaAgreementTest.json(command.substring(action.length()));
        assertThat(schemas.allows(action, payload)).as(command).isTrue();
        Request request = protocol.read(action, payload).orElseThrow(() -> new AssertionError(command));
        Answer answer = charger.answer(List.of(action), request);
        if (answer instanceof Answer.Refusal refusal) {
            assertThat(protocol.write(refusal.code())).as(command).isEqualTo("NotSupported");
            return;
        }
        JsonNode written = Json.mapper().valueToTree(protocol.write(request, answer));
        assertThat(schemas.allowsAnswer(action, written)).as(command + written).isTrue();
    }

    private void talk() {
        for (Optional<Message> next = charger.next(); next.isPresent(); next = charger.next()) {
            Call call = protocol.write(next.get(), charger.state());
            ObjectNode payload = Json.mapper().valueToTree(call.payload());
            assertThat(schemas.allows(call.action(), payload))
                    .as(call.action() + payload)
                    .isTrue();
            assertThat(Action.named(call.action()).orElseThrow().validate(payload, Strictness.STRICT))
                    .as(call.action() + payload)
                    .isInstanceOf(Validation.Valid.class);
            said.add(call.action());
            charger.confirmed(protocol.read(
                    next.get(),
                    SchemaAgreementTest.json(
                            "{'status':'Accepted','interval':300,'idTokenInfo':{'status':'Accepted'}}")));
        }
    }

    private void pass(Duration time) {
        Instant end = clock.instant().plus(time);
        for (Optional<Instant> wake = charger.nextWake();
                wake.isPresent() && !wake.get().isAfter(end);
                wake = charger.nextWake()) {
            clock.reach(wake.get().isBefore(clock.instant()) ? clock.instant() : wake.get());
            charger.tick();
            talk();
            if (charger.isReadyToRestart()) {
                charger.restarted();
            }
        }
        clock.reach(end);
    }

    private static String action(String command) {
        return command.substring(0, command.indexOf(' '));
    }
}
