package io.plugstream.gateway.ocpp16;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.meter.MeterReadings;
import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.ocpp.ErrorCode;
import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.gateway.payload.Violation;
import io.plugstream.gateway.transaction.TransactionStart;
import io.plugstream.gateway.transaction.TransactionStop;
import io.plugstream.model.event.ChargerBooted;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.json.Json;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class ActionTest {

    @Test
    void readsABootNotification() {
        String payload =
                "{'chargePointVendor':'Acme','chargePointModel':'One','chargeBoxSerialNumber':'S1','iccid':'1'}";
        assertThat(Messages.boot("CP-1", request("BootNotification", payload)))
                .isEqualTo(new ChargerBooted("CP-1", "Acme", "One", "S1", null));
    }

    @Test
    void readsAStartTransaction() {
        String payload =
                "{'connectorId':1,'idTag':'TAG','meterStart':1500,'timestamp':'2026-01-31T10:00:00.1234+01:00'}";
        assertThat(Messages.start(request("StartTransaction", payload)))
                .isEqualTo(new TransactionStart(1, "TAG", 1500, Instant.parse("2026-01-31T09:00:00.123Z")));
    }

    @Test
    void readsAStopTransactionWithoutReasonAsLocal() {
        String payload = "{'transactionId':7,'meterStop':9,'timestamp':'2026-01-31T09:00:00Z'}";
        assertThat(Messages.stop(request("StopTransaction", payload)))
                .isEqualTo(new TransactionStop(
                        7, null, null, 9, Instant.parse("2026-01-31T09:00:00Z"), "Local", NormalisedValues.NONE));
    }

    @Test
    void readsMeterValues() {
        String payload =
                "{'connectorId':1,'transactionId':7,'meterValue':[{'timestamp':'2026-01-31T09:00:00','sampledValue':[{'value':'5','unit':'kWh'}]}]}";
        MeterValue value = new MeterValue(
                Instant.parse("2026-01-31T09:00:00Z"),
                "Energy.Active.Import.Register",
                new BigDecimal("5000"),
                "Wh",
                null,
                "Outlet",
                "Sample.Periodic");
        assertThat(Messages.meterValues(request("MeterValues", payload)))
                .isEqualTo(new MeterReadings(1, 7, new NormalisedValues(List.of(value), List.of())));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Authorize|{}|OCCURENCE_CONSTRAINT_VIOLATION|idTag is missing",
                "Authorize|{'idTag':5}|TYPE_CONSTRAINT_VIOLATION|idTag is not a text",
                "Authorize|{'idTag':null}|TYPE_CONSTRAINT_VIOLATION|idTag is null",
                "Authorize|{'idTag':'123456789012345678901'}|PROPERTY_CONSTRAINT_VIOLATION|idTag is longer than 20 characters",
                "Authorize|{'idTag':'T','more':1}|FORMATION_VIOLATION|The payload has an unknown field",
                "Heartbeat|{'more':1}|FORMATION_VIOLATION|The payload has an unknown field",
                "BootNotification|{'chargePointVendor':'A'}|OCCURENCE_CONSTRAINT_VIOLATION|chargePointModel is missing",
                "StatusNotification|{'connectorId':1,'errorCode':'NoError','status':'Sleeping'}|PROPERTY_CONSTRAINT_VIOLATION|status is none of the allowed values",
                "StatusNotification|{'connectorId':'1','errorCode':'NoError','status':'Available'}|TYPE_CONSTRAINT_VIOLATION|connectorId is not an integer",
                "StatusNotification|{'connectorId':1.5,'errorCode':'NoError','status':'Available'}|TYPE_CONSTRAINT_VIOLATION|connectorId is not an integer",
                "StatusNotification|{'connectorId':1,'errorCode':'NoError','status':'Available','timestamp':'today'}|PROPERTY_CONSTRAINT_VIOLATION|timestamp is not a date and time",
                "StopTransaction|{'transactionId':2147483648,'meterStop':9,'timestamp':'2026-01-31T09:00:00Z'}|PROPERTY_CONSTRAINT_VIOLATION|transactionId does not fit 32 bits",
                "StopTransaction|{'transactionId':1,'meterStop':1e30,'timestamp':'2026-01-31T09:00:00Z'}|PROPERTY_CONSTRAINT_VIOLATION|meterStop is beyond any meter",
                "StopTransaction|{'transactionId':1,'meterStop':9007199254740992,'timestamp':'2026-01-31T09:00:00Z'}|PROPERTY_CONSTRAINT_VIOLATION|meterStop is beyond any meter",
                "StopTransaction|{'transactionId':1,'meterStop':-9223372036854775808,'timestamp':'2026-01-31T09:00:00Z'}|PROPERTY_CONSTRAINT_VIOLATION|meterStop is beyond any meter",
                "StatusNotification|{'connectorId':-1,'errorCode':'NoError','status':'Available'}|PROPERTY_CONSTRAINT_VIOLATION|connectorId is not between 0 and 2147483647",
                "DataTransfer|{'data':'x'}|OCCURENCE_CONSTRAINT_VIOLATION|vendorId is missing",
                "FirmwareStatusNotification|{'status':'InstallScheduled'}|PROPERTY_CONSTRAINT_VIOLATION|status is none of the allowed values",
                "SecurityEventNotification|{'type':'x'}|OCCURENCE_CONSTRAINT_VIOLATION|timestamp is missing",
                "LogStatusNotification|{'status':'Idle','requestId':'7'}|TYPE_CONSTRAINT_VIOLATION|requestId is not an integer",
                "StopTransaction|{'transactionId':1,'meterStop':9,'timestamp':'2026-01-31T09:00:00Z','transactionData':{}}|TYPE_CONSTRAINT_VIOLATION|transactionData is not an array",
                "MeterValues|{'connectorId':1,'meterValue':[5]}|TYPE_CONSTRAINT_VIOLATION|meterValue[0] is not an object",
                "MeterValues|{'connectorId':1,'meterValue':[{'timestamp':'2026-01-31T09:00:00Z','sampledValue':[{'value':5}]}]}|TYPE_CONSTRAINT_VIOLATION|meterValue[0].sampledValue[0].value is not a text",
                "MeterValues|{'connectorId':1,'meterValue':[{'timestamp':'2026-01-31T09:00:00Z','sampledValue':[{'value':'5','x':1}]}]}|FORMATION_VIOLATION|meterValue[0].sampledValue[0] has an unknown field"
            })
    void errorsNameTheFault(String action, String payload, ErrorCode code, String description) {
        assertThat(validate(action, payload)).isEqualTo(new Validation.Invalid<>(new Violation(code, description)));
    }

    @Test
    void errorsNeverQuoteAValue() {
        assertThat(validate("Authorize", "{'idTag':'SECRET-TAG-WHICH-IS-TOO-LONG'}")
                        .toString())
                .doesNotContain("SECRET");
    }

    @Test
    void otherActionsAreUnknown() {
        assertThat(Action.named("Reset")).isEmpty();
        assertThat(Action.named("heartbeat")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Reset, NOT_SUPPORTED",
        "RemoteStartTransaction, NOT_SUPPORTED",
        "ExtendedTriggerMessage, NOT_SUPPORTED",
        "reset, NOT_IMPLEMENTED",
        "NotifyEvent, NOT_IMPLEMENTED"
    })
    void actionsOfCentralSystemsAreNotSupportedAndUnknownOnesNotImplemented(String action, ErrorCode code) {
        assertThat(Action.refusal(action)).isEqualTo(code);
    }

    private static ObjectNode request(String action, String payload) {
        assertThat(validate(action, payload)).isInstanceOf(Validation.Valid.class);
        return ((Validation.Valid<ObjectNode>) validate(action, payload)).request();
    }

    private static Validation<ObjectNode> validate(String action, String payload) {
        var json = (ObjectNode) Json.mapper().readTree(payload.replace('\'', '"'));
        return Action.named(action).orElseThrow().validate(json, Strictness.STRICT);
    }
}
