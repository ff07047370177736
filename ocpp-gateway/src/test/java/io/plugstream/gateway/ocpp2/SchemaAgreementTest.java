package io.plugstream.gateway.ocpp2;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.ocpp.ErrorCode;
import io.plugstream.gateway.payload.SchemaAgreement;
import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.gateway.payload.Violation;
import io.plugstream.model.json.Json;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/** Messages of OCPP 2.0.1. */
class SchemaAgreementTest extends SchemaAgreement {

    SchemaAgreementTest() {
        super("ocpp2_0_1");
    }

    @Override
    protected Stream<String> actions() {
        return Arrays.stream(Action.values()).map(Action::wireName);
    }

    @Override
    protected Validation<ObjectNode> verdict(String action, ObjectNode payload) {
        return Action.named(action).orElseThrow().validate(payload, Strictness.STRICT);
    }

    @Test
    void allMessagesOfAStationAreSupported() {
        assertThat(Action.values()).hasSize(25);
    }

    /** TC_P_03. */
    @ParameterizedTest
    @EnumSource
    void everyMessageMayHaveCustomData(Action action) {
        ObjectNode payload = valid(action.wireName());
        payload.set("customData", json("{'vendorId':'com.acme','more':{'x':[null]}}"));

        assertThat(official().allows(action.wireName(), payload)).isTrue();
        assertThat(verdict(action.wireName(), payload)).isInstanceOf(Validation.Valid.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                  | OCCURENCE_CONSTRAINT_VIOLATION | customData.vendorId is missing",
                "{'vendorId':7}      | TYPE_CONSTRAINT_VIOLATION      | customData.vendorId is not a text",
                "7                   | TYPE_CONSTRAINT_VIOLATION      | customData is not an object"
            })
    void customDataNeedsItsVendor(String data, ErrorCode code, String description) {
        ObjectNode payload = json("{'customData':" + data + "}");

        assertThat(official().allows("Heartbeat", payload)).isFalse();
        assertThat(verdict("Heartbeat", payload)).isEqualTo(new Validation.Invalid<>(new Violation(code, description)));
    }

    /** Where this gateway accepts less: rules only in the standard's text, and values that cannot be represented. */
    @ParameterizedTest
    @CsvSource({
        "anEvseIsNotNegative,      evseId,      -1",
        "aConnectorIsNotNegative,  connectorId, -1",
        "anIdFitsThirtyTwoBits,    evseId,      2147483648"
    })
    void refusedDespiteTheSchema(String difference, String field, long value) {
        ObjectNode payload =
                json("{'evseId':1,'connectorId':1,'connectorStatus':'Available','timestamp':'2026-01-31T09:00:00Z'}");
        payload.put(field, value);

        assertThat(official().allows("StatusNotification", payload))
                .as(difference)
                .isTrue();
        assertThat(verdict("StatusNotification", payload)).isInstanceOf(Validation.Invalid.class);
    }

    static ObjectNode json(String text) {
        return (ObjectNode) Json.mapper().readTree(text.replace('\'', '"'));
    }
}
