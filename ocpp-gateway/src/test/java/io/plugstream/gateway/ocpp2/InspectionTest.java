package io.plugstream.gateway.ocpp2;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.ocpp.ErrorCode;
import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.model.json.Json;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Faults that are tolerated: empty fields, unreadable readings, and fields without use. */
class InspectionTest {

    private static final Instant NOW = Instant.parse("2026-01-31T09:00:05Z");
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
            value = {",'evse':{'id':null} | TYPE_CONSTRAINT_VIOLATION", ",'idToken':{} | OCCURENCE_CONSTRAINT_VIOLATION"
            })
    void anEmptyRequiredFieldIsRefused(String more, ErrorCode code) {
        for (Strictness strictness : Strictness.values()) {
            assertThat(inspected(EVENT.formatted("", more), strictness))
                    .isInstanceOfSatisfying(
                            Validation.Invalid.class,
                            invalid -> assertThat(invalid.violation().code()).isEqualTo(code));
        }
    }

    /** A refused event is lost, so no reading may be a reason to refuse it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'timestamp':null,'sampledValue':[{'value':5}]}",
                "{'timestamp':'2022-02-29T07:02:33.000Z','sampledValue':[{'value':5}]}",
                "{'timestamp':'2026-01-31T09:00:00Z'}",
                "null"
            })
    void anUnreadableMomentIsLeftOut(String moment) {
        String good = "{'timestamp':'2026-01-31T09:00:00Z','sampledValue':[{'value':6}]}";
        String payload = EVENT.formatted("", ",'meterValue':[" + moment + ',' + good + ']');
        assertThat(inspected(payload, Strictness.TOLERANT))
                .isEqualTo(new Validation.Valid<>(
                        json(EVENT.formatted("", ",'meterValue':[" + good + ']')),
                        Set.of(Deviation.UNREADABLE_READING)));
        isRefusedStrictly(payload);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'value':'5'}", "{}", "{'value':5,'unitOfMeasure':{'multiplier':0.5}}", "5"})
    void anUnreadableValueIsLeftOut(String value) {
        String moment = ",'meterValue':[{'timestamp':'2026-01-31T09:00:00Z','sampledValue':[%s]}]";
        String payload = EVENT.formatted("", moment.formatted("{'value':6}," + value + ",{'value':7}"));
        assertThat(inspected(payload, Strictness.TOLERANT))
                .isEqualTo(new Validation.Valid<>(
                        json(EVENT.formatted("", moment.formatted("{'value':6},{'value':7}"))),
                        Set.of(Deviation.UNREADABLE_READING)));
        isRefusedStrictly(payload);
    }

    /** As in OCPP 1.6. */
    @ParameterizedTest
    @ValueSource(strings = {"'none'", "5", "true"})
    void readingsThatAreNoListAreLeftOut(String meterValue) {
        String payload = EVENT.formatted("", ",'meterValue':" + meterValue);
        assertThat(inspected(payload, Strictness.TOLERANT))
                .isEqualTo(new Validation.Valid<>(json(EVENT.formatted("", "")), Set.of(Deviation.UNREADABLE_READING)));
        isRefusedStrictly(payload);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'timestamp':'2026-01-31T09:00:00Z','sampledValue':[{'value':6}]}",
                "[{'timestamp':'2026-01-31T09:00:00Z','sampledValue':{'value':6}}]",
                "{'timestamp':'2026-01-31T09:00:00Z','sampledValue':{'value':6}}"
            })
    void oneMomentOrValueMayBeNoList(String meterValue) {
        String payload = EVENT.formatted("", ",'meterValue':" + meterValue);
        String list = ",'meterValue':[{'timestamp':'2026-01-31T09:00:00Z','sampledValue':[{'value':6}]}]";
        assertThat(inspected(payload, Strictness.TOLERANT))
                .isEqualTo(new Validation.Valid<>(json(EVENT.formatted("", list)), Set.of(Deviation.BARE_ELEMENT)));
        isRefusedStrictly(payload);
    }

    @Test
    void aValueOfAnUnknownPhaseIsStoredAsSentWithoutAnEvent() {
        String payload = EVENT.formatted(
                "", ",'meterValue':[{'timestamp':'2026-01-31T09:00:00Z','sampledValue':[{'value':6,'phase':'L9'}]}]");
        assertThat(inspected(payload, Strictness.TOLERANT))
                .isEqualTo(new Validation.Valid<>(json(payload), Set.of(Deviation.UNKNOWN_PHASE)));
        assertThat(Messages.transactionEvent(json(payload), NOW).values().numbers())
                .isEmpty();
        assertThat(Messages.transactionEvent(json(payload), NOW).values().raw())
                .singleElement()
                .satisfies(raw -> assertThat(raw.phase()).isEqualTo("L9"));
        isRefusedStrictly(payload);
    }

    /** The schema allows any unit, so a strict gateway accepts it as well. */
    @ParameterizedTest
    @ValueSource(strings = {"kwh", "widgets"})
    void aValueOfAnUnknownUnitIsStoredAsSentWithoutAnEvent(String unit) {
        String payload = EVENT.formatted(
                "",
                ",'meterValue':[{'timestamp':'2026-01-31T09:00:00Z','sampledValue':["
                        + "{'value':6,'unitOfMeasure':{'unit':'" + unit + "'}}]}]");
        assertThat(inspected(payload, Strictness.TOLERANT))
                .isEqualTo(new Validation.Valid<>(json(payload), Set.of(Deviation.UNKNOWN_UNIT)));
        assertThat(inspected(payload, Strictness.STRICT)).isEqualTo(new Validation.Valid<>(json(payload), Set.of()));
        assertThat(Messages.transactionEvent(json(payload), NOW).values().numbers())
                .isEmpty();
        assertThat(Messages.transactionEvent(json(payload), NOW).values().raw())
                .singleElement()
                .satisfies(raw -> assertThat(raw.unit()).isEqualTo(unit));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'value':6}", "{'value':6,'unitOfMeasure':{'unit':'kWh','multiplier':-3}}"})
    void aValueOfTheUsualUnitIsANumber(String value) {
        String payload = EVENT.formatted(
                "", ",'meterValue':[{'timestamp':'2026-01-31T09:00:00Z','sampledValue':[" + value + "]}]");
        assertThat(Messages.transactionEvent(json(payload), NOW).values().numbers())
                .singleElement()
                .satisfies(number -> {
                    assertThat(number.value()).isEqualByComparingTo("6");
                    assertThat(number.unit()).isEqualTo("Wh");
                });
    }

    @ParameterizedTest
    @CsvSource({"Abducted, Other", "PowerLoss, PowerLoss", "SOCLimitReached, SOCLimitReached"})
    void anUnknownReasonIsAnotherOne(String sent, String reason) {
        String payload = EVENT.formatted(",'stoppedReason':'" + sent + "'", "");
        assertThat(inspected(payload, Strictness.TOLERANT)).isInstanceOf(Validation.Valid.class);
        assertThat(Messages.transactionEvent(json(payload), NOW).stoppedReason())
                .isEqualTo(reason);
    }

    /** As in OCPP 2.1. Without this, the register that is signed would be left out. */
    @Test
    void aSignatureMayLackItsMethodAndKey() {
        String payload = EVENT.formatted(
                "",
                ",'meterValue':[{'timestamp':'2026-01-31T09:00:00Z','sampledValue':[{'value':6,'signedMeterValue':"
                        + "{'signedMeterData':'d','encodingMethod':'OCMF'}}]}]");
        assertThat(inspected(payload, Strictness.TOLERANT))
                .isEqualTo(new Validation.Valid<>(json(payload), Set.of(Deviation.MISSING_FIELD)));
        isRefusedStrictly(payload);
    }

    /** MicroOcpp sends such events: https://github.com/matth-x/MicroOcpp/issues/405. */
    @Test
    void anEventMayLackItsTrigger() {
        String payload = EVENT.formatted("", "").replace("'triggerReason':'MeterValuePeriodic',", "");
        assertThat(inspected(payload, Strictness.TOLERANT))
                .isEqualTo(new Validation.Valid<>(json(payload), Set.of(Deviation.MISSING_FIELD)));
        assertThat(Messages.transactionEvent(json(payload), NOW).trigger()).isEmpty();
        isRefusedStrictly(payload);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "'2022-02-29T10:00:00Z' | UNREADABLE_FIELD",
                "1769850000             | UNREADABLE_FIELD",
                "null                   | EMPTY_FIELD"
            })
    void anEventWithoutAReadableTimeGetsOurs(String time, Deviation deviation) {
        String payload = EVENT.formatted("", "").replace("'2026-01-31T09:00:00Z'", time);
        var valid = (Validation.Valid<ObjectNode>) inspected(payload, Strictness.TOLERANT);
        assertThat(valid.deviations()).contains(deviation);
        assertThat(Messages.transactionEvent(valid.request(), NOW).timestamp()).isEqualTo(NOW);
        isRefusedStrictly(payload);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | ,'numberOfPhasesUsed':'3'",
                "'' | ,'cableMaxCurrent':32.5",
                "'' | ,'reservationId':99999999999",
                "'' | ,'customData':{}",
                "'' | ,'customData':5",
                ",'timeSpentCharging':'5 s' | ''",
                ",'chargingState':5 | ''",
                ",'stoppedReason':5 | ''",
                ",'remoteStartId':'5' | ''",
                "'' | ,'offline':'true'"
            })
    void aFieldWithoutUseDoesNotMatter(String inside, String more) {
        String payload = EVENT.formatted(inside, more);
        assertThat(inspected(payload, Strictness.TOLERANT))
                .isEqualTo(new Validation.Valid<>(json(EVENT.formatted("", "")), Set.of(Deviation.UNUSED_FIELD)));
        isRefusedStrictly(payload);
    }

    /** A refused event is lost, and the platform does not use the type. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"'' | MISSING_FIELD", ",'type':null | MISSING_FIELD", ",'type':5 | UNREADABLE_FIELD"})
    void aTokenMayHaveNoReadableType(String type, Deviation deviation) {
        String payload = EVENT.formatted("", ",'idToken':{'idToken':'TAG'" + type + "}");
        var valid = (Validation.Valid<ObjectNode>) inspected(payload, Strictness.TOLERANT);
        assertThat(valid.deviations()).contains(deviation);
        assertThat(Messages.transactionEvent(valid.request(), NOW).idToken()).isEqualTo("TAG");
        isRefusedStrictly(payload);
    }

    private static void isRefusedStrictly(String payload) {
        assertThat(inspected(payload, Strictness.STRICT)).isInstanceOf(Validation.Invalid.class);
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
