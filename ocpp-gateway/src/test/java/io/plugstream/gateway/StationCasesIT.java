package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.gateway.payload.OfficialSchemas;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.command.StationOrder;
import io.plugstream.model.json.Json;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The OCA's OCPP 2.0.1 cases in which a central system sends a request and the station only answers it. */
class StationCasesIT {

    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "GetVariables | {'getVariableData':[{'component':{'name':'OCPPCommCtrlr'},'variable':{'name':'OfflineThreshold'}}]} | {'getVariableResult':[{'attributeStatus':'Accepted','attributeValue':'60','component':{'name':'OCPPCommCtrlr'},'variable':{'name':'OfflineThreshold'}}]} | true",
                "GetVariables | {'getVariableData':[{'component':{'name':'OCPPCommCtrlr'},'variable':{'name':'OfflineThreshold'}},{'component':{'name':'AuthCtrlr'},'variable':{'name':'AuthorizeRemoteStart'},'attributeType':'Target'}]} | {'getVariableResult':[{'attributeStatus':'Accepted','attributeValue':'60','component':{'name':'OCPPCommCtrlr'},'variable':{'name':'OfflineThreshold'}},{'attributeStatus':'NotSupportedAttributeType','component':{'name':'AuthCtrlr'},'variable':{'name':'AuthorizeRemoteStart'}}]} | false",
                "SetVariables | {'setVariableData':[{'attributeValue':'70','component':{'name':'OCPPCommCtrlr'},'variable':{'name':'OfflineThreshold'}}]} | {'setVariableResult':[{'attributeStatus':'Accepted','component':{'name':'OCPPCommCtrlr'},'variable':{'name':'OfflineThreshold'}}]} | true",
                "SetVariables | {'setVariableData':[{'attributeValue':'70','component':{'name':'OCPPCommCtrlr'},'variable':{'name':'OfflineThreshold'}},{'attributeValue':'true','component':{'name':'AuthCtrlr'},'variable':{'name':'AuthorizeRemoteStart'}}]} | {'setVariableResult':[{'attributeStatus':'Accepted','component':{'name':'OCPPCommCtrlr'},'variable':{'name':'OfflineThreshold'}},{'attributeStatus':'Rejected','component':{'name':'AuthCtrlr'},'variable':{'name':'AuthorizeRemoteStart'}}]} | false",
                "Reset | {'type':'OnIdle'} | {'status':'Accepted'} | true",
                "Reset | {'type':'OnIdle'} | {'status':'Scheduled'} | true",
                "Reset | {'type':'Immediate'} | {'status':'Accepted'} | true",
                "Reset | {'type':'OnIdle','evseId':1} | {'status':'Accepted'} | true",
                "Reset | {'type':'Immediate','evseId':1} | {'status':'Accepted'} | true",
                "SetNetworkProfile | {'configurationSlot':1,'connectionData':{'ocppVersion':'OCPP20','ocppTransport':'JSON','ocppCsmsUrl':'wss://example.com/','messageTimeout':30,'securityProfile':2,'ocppInterface':'Wired0'}} | {'status':'Accepted'} | true",
                "SetNetworkProfile | {'configurationSlot':1,'connectionData':{'ocppVersion':'OCPP20','ocppTransport':'JSON','ocppCsmsUrl':'wss://example.com/','messageTimeout':30,'securityProfile':2,'ocppInterface':'Wired0'}} | {'status':'Failed'} | false",
                "ClearCache | {} | {'status':'Accepted'} | true",
                "ClearCache | {} | {'status':'Rejected'} | false",
                "TriggerMessage | {'requestedMessage':'Heartbeat'} | {'status':'Accepted'} | true",
                "TriggerMessage | {'requestedMessage':'SignChargingStationCertificate'} | {'status':'NotImplemented'} | false",
                "TriggerMessage | {'requestedMessage':'MeterValues','evse':{'id':1}} | {'status':'Accepted'} | true",
                "TriggerMessage | {'requestedMessage':'TransactionEvent'} | {'status':'Accepted'} | true",
                "UnlockConnector | {'evseId':1,'connectorId':1} | {'status':'Unlocked'} | true",
                "ChangeAvailability | {'operationalStatus':'Inoperative','evse':{'id':1}} | {'status':'Accepted'} | true",
                "ChangeAvailability | {'operationalStatus':'Operative'} | {'status':'Accepted'} | true",
                "ChangeAvailability | {'operationalStatus':'Inoperative','evse':{'id':1,'connectorId':1}} | {'status':'Scheduled'} | true",
                "GetInstalledCertificateIds | {'certificateType':['CSMSRootCertificate','ManufacturerRootCertificate']} | {'status':'Accepted','certificateHashDataChain':[{'certificateType':'CSMSRootCertificate','certificateHashData':{'hashAlgorithm':'SHA256','issuerNameHash':'a','issuerKeyHash':'b','serialNumber':'c'}}]} | true",
                "GetInstalledCertificateIds | {} | {'status':'NotFound'} | false",
                "DeleteCertificate | {'certificateHashData':{'hashAlgorithm':'SHA256','issuerNameHash':'a','issuerKeyHash':'b','serialNumber':'c'}} | {'status':'Accepted'} | true",
                "DeleteCertificate | {'certificateHashData':{'hashAlgorithm':'SHA256','issuerNameHash':'a','issuerKeyHash':'b','serialNumber':'c'}} | {'status':'NotFound'} | false",
                "InstallCertificate | {'certificateType':'CSMSRootCertificate','certificate':'pem'} | {'status':'Accepted'} | true",
                "InstallCertificate | {'certificateType':'ManufacturerRootCertificate','certificate':'pem'} | {'status':'Accepted'} | true",
                "InstallCertificate | {'certificateType':'CSMSRootCertificate','certificate':'pem'} | {'status':'Rejected'} | false",
                "GetLog | {'logType':'DiagnosticsLog','log':{'remoteLocation':'ftp://example.com/'}} | {'status':'AcceptedCanceled','filename':'a'} | true",
                "GetLog | {'logType':'SecurityLog','log':{'remoteLocation':'ftp://example.com/'}} | {'status':'Accepted','filename':'a'} | true",
                "CustomerInformation | {'report':true,'clear':false,'idToken':{'idToken':'TAG','type':'ISO14443'}} | {'status':'Accepted'} | true",
                "CustomerInformation | {'report':false,'clear':true,'customerIdentifier':'x'} | {'status':'Accepted'} | true",
                "UpdateFirmware | {'firmware':{'location':'https://example.com/f','retrieveDateTime':'2030-01-01T00:00:00Z','signingCertificate':'pem','signature':'s'}} | {'status':'InvalidCertificate'} | false",
                "UpdateFirmware | {'firmware':{'location':'https://example.com/f','retrieveDateTime':'2030-01-01T00:00:00Z','signingCertificate':'pem','signature':'s'}} | {'status':'AcceptedCanceled'} | true",
                "GetTransactionStatus | {'transactionId':7} | {'ongoingIndicator':true,'messagesInQueue':true} | true",
                "GetTransactionStatus | {} | {'messagesInQueue':false} | true"
            })
    @OcaCase("TC_B_06_CSMS")
    @OcaCase("TC_B_07_CSMS")
    @OcaCase("TC_B_09_CSMS")
    @OcaCase("TC_B_10_CSMS")
    @OcaCase("TC_B_42_CSMS")
    @OcaCase("TC_B_44_CSMS")
    @OcaCase("TC_C_37_CSMS")
    @OcaCase("TC_C_38_CSMS")
    @OcaCase("TC_F_27_CSMS")
    void aCommandIsSentUnchangedAndItsAnswerDecidesItsResult(
            String action, String payload, String answer, boolean accepted) throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger station = connect(id)) {
            Order order = new Order(topics, id)
                    .forStation(new StationOrder(77, "station-own", true))
                    .place(named(action), payload);
            JsonNode call = station.receive();
            assertThat(call.get(1).stringValue()).isEqualTo(order.id());
            assertThat(call.get(2).stringValue()).isEqualTo(action);
            JsonNode response = Json.mapper().readTree(answer.replace('\'', '"'));
            var schemas = OfficialSchemas.obtain("ocpp2_0_1");
            if (schemas.isPresent()) {
                assertThat(schemas.get().allows(action, call.get(3))).isTrue();
                assertThat(schemas.get().allowsAnswer(action, response)).isTrue();
            }
            station.send("[3,\"" + order.id() + "\"," + response + "]");

            assertThat(order.awaitEnd()).isInstanceOfSatisfying(CommandResult.Answered.class, answered -> {
                assertThat(answered.accepted()).isEqualTo(accepted);
                assertThat(answered.response()).isEqualTo(response);
            });
        }
    }

    private static CommandAction named(String name) {
        return Arrays.stream(CommandAction.values())
                .filter(action -> action.wireName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static TestCharger connect(ChargerId id) throws Exception {
        TestCharger station =
                TestCharger.withProtocol(gateway.port(), id.toString(), id.chargeBoxId() + ":secret", "ocpp2.0.1");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> !topics.chargerEvents(id).isEmpty());
        return station;
    }
}
