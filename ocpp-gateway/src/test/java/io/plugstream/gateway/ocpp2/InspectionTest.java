package io.plugstream.gateway.ocpp2;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.ocpp.ErrorCode;
import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.model.json.Json;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Empty fields, which are tolerated where they are optional. */
class InspectionTest {

    private static final String EVENT = "{'eventType':'Updated','timestamp':'2026-01-31T09:00:00Z','seqNo':1,"
            + "'triggerReason':'MeterValuePeriodic','transactionInfo':{'transactionId':'T'%s}%s}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ",'chargingState':null,'stoppedReason':null | ''",
                "'' | ,'idToken':null,'evse':null,'offline':null,'customData':null",
                ",'chargingState':null | ,'meterValue':null"
            })
    void anEmptyOptionalFieldCountsAsMissing(String inside, String more) {
        String payload = EVENT.formatted(inside, more);
        assertThat(inspected(payload, Strictness.TOLERANT))
                .isEqualTo(new Validation.Valid<>(json(EVENT.formatted("", "")), Set.of(Deviation.EMPTY_FIELD)));
        assertThat(inspected(payload, Strictness.STRICT)).isInstanceOf(Validation.Invalid.class);
    }

    /** The schemas forbid it, but it says no more than a missing list. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                ",'meterValue':[]",
                ",'meterValue':[{'timestamp':'2026-01-31T09:00:00Z','sampledValue':[]}]",
                ",'idToken':{'idToken':'T','type':'Central','additionalInfo':[]}"
            })
    void aListMayBeEmpty(String more) {
        String payload = EVENT.formatted("", more);
        assertThat(inspected(payload, Strictness.TOLERANT))
                .isEqualTo(new Validation.Valid<>(json(payload), Set.of(Deviation.EMPTY_FIELD)));
        assertThat(inspected(payload, Strictness.STRICT))
                .isInstanceOfSatisfying(
                        Validation.Invalid.class,
                        invalid -> assertThat(invalid.violation().code())
                                .isEqualTo(ErrorCode.OCCURENCE_CONSTRAINT_VIOLATION));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ",'meterValue':[{'timestamp':null,'sampledValue':[{'value':5}]}] | TYPE_CONSTRAINT_VIOLATION",
                ",'meterValue':[null] | TYPE_CONSTRAINT_VIOLATION",
                ",'evse':{'id':null} | TYPE_CONSTRAINT_VIOLATION",
                ",'idToken':{} | OCCURENCE_CONSTRAINT_VIOLATION"
            })
    void anEmptyRequiredFieldIsRefused(String more, ErrorCode code) {
        for (Strictness strictness : Strictness.values()) {
            assertThat(inspected(EVENT.formatted("", more), strictness))
                    .isInstanceOfSatisfying(
                            Validation.Invalid.class,
                            invalid -> assertThat(invalid.violation().code()).isEqualTo(code));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "[]"})
    void dataOfAnyKindMayBeEmpty(String data) {
        String payload = "{'vendorId':'v','data':" + data + "}";
        assertThat(Action.DATA_TRANSFER.validate(json(payload), Strictness.TOLERANT))
                .isEqualTo(new Validation.Valid<>(json(payload), Set.of()));
    }

    private static Validation<ObjectNode> inspected(String payload, Strictness strictness) {
        return Action.TRANSACTION_EVENT.validate(json(payload), strictness);
    }

    private static ObjectNode json(String payload) {
        return (ObjectNode) Json.mapper().readTree(payload.replace('\'', '"'));
    }
}
