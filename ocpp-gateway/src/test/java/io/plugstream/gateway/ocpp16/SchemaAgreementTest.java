package io.plugstream.gateway.ocpp16;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.payload.SchemaAgreement;
import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.gateway.protocol.Answers;
import io.plugstream.gateway.publish.FakeKafka;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.json.Json;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/** Messages of OCPP 1.6 and its security whitepaper. */
class SchemaAgreementTest extends SchemaAgreement {

    SchemaAgreementTest() {
        super("ocpp1_6");
    }

    @Override
    protected Stream<String> actions() {
        return Arrays.stream(Action.values()).map(Action::wireName);
    }

    @Override
    protected Validation<ObjectNode> verdict(String action, ObjectNode payload) {
        return Action.named(action).orElseThrow().validate(payload, Strictness.STRICT);
    }

    @ParameterizedTest
    @EnumSource
    void answersAgreeWithTheirSchemas(Action action) throws Exception {
        assertThat(answers(action))
                .isNotEmpty()
                .allSatisfy(answer -> assertThat(official().allowsAnswer(action.wireName(), answer))
                        .as("%s", answer)
                        .isTrue());
    }

    /** Those of the actions that need transactions or connectors are composed as the conversation composes them. */
    private List<ObjectNode> answers(Action action) throws NotAcknowledgedException {
        ObjectNode accepted = Answers.accepted("idTagInfo");
        return switch (action) {
            case METER_VALUES, STATUS_NOTIFICATION -> List.of(Answers.nothing());
            case START_TRANSACTION -> List.of(accepted.put("transactionId", 7));
            case STOP_TRANSACTION -> List.of(accepted, Answers.nothing());
            default -> {
                try (FakeKafka kafka = FakeKafka.open()) {
                    kafka.storeAt(0);
                    yield List.of(Ocpp16ActionsTest.send(kafka, action.wireName(), valid(action.wireName())));
                }
            }
        };
    }

    /** Where this gateway accepts more than the schemas, so that an inaccurate time format loses no transaction. */
    @ParameterizedTest
    @CsvSource({
        "aTimeWithoutZoneIsUtc,        2026-01-31T09:00:00",
        "aTimeMayLackItsSeconds,       2026-01-31T09:00Z",
        "anOffsetMayLackItsColon,      2026-01-31T10:00:00+0100",
        "anOffsetMayLackItsMinutes,    2026-01-31T10:00:00+01"
    })
    void acceptedDespiteTheSchema(String difference, String timestamp) {
        ObjectNode payload = start().put("timestamp", timestamp);

        assertThat(official().allows("StartTransaction", payload))
                .as(difference)
                .isFalse();
        assertThat(Action.START_TRANSACTION.validate(payload, Strictness.STRICT))
                .isInstanceOf(Validation.Valid.class);
    }

    /** Where it accepts less: rules only in the text of OCPP 1.6, and values that cannot be represented. */
    @ParameterizedTest
    @CsvSource({
        "aConnectorIsNotNegative,        connectorId,   -1",
        "anIdFitsThirtyTwoBits,          connectorId,   2147483648",
        "anIdFitsThirtyTwoBits,          reservationId, -2147483649",
        "aReadingIsOneOfAMeter,          meterStart,    9007199254740992",
        "aReadingIsOneOfAMeter,          meterStart,    -9007199254740992"
    })
    void refusedDespiteTheSchema(String difference, String field, long value) {
        ObjectNode payload = start().put(field, value);

        assertThat(official().allows("StartTransaction", payload))
                .as(difference)
                .isTrue();
        assertThat(Action.START_TRANSACTION.validate(payload, Strictness.STRICT))
                .isInstanceOf(Validation.Invalid.class);
    }

    @Test
    void timesWithAFiveDigitYearInUtcAreRefused() {
        ObjectNode payload = start().put("timestamp", "9999-12-31T23:59:59-01:00");

        assertThat(official().allows("StartTransaction", payload)).isTrue();
        assertThat(Action.START_TRANSACTION.validate(payload, Strictness.STRICT))
                .isInstanceOf(Validation.Invalid.class);
    }

    private static ObjectNode start() {
        return (ObjectNode) Json.mapper()
                .readTree(
                        "{\"connectorId\":1,\"idTag\":\"T\",\"meterStart\":0,\"timestamp\":\"2026-01-31T09:00:00Z\"}");
    }
}
