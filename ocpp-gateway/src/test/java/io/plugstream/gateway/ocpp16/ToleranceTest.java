package io.plugstream.gateway.ocpp16;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.connector.ConnectorStatus;
import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.ocpp.ErrorCode;
import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.gateway.payload.Violation;
import io.plugstream.gateway.transaction.TransactionStop;
import io.plugstream.model.event.ChargerBooted;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.json.Json;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Which violations of chargers are tolerated, and which are not. */
class ToleranceTest {

    private static final String START =
            "{'connectorId':1,'idTag':'%s','meterStart':1500,'timestamp':'2026-01-31T09:00:00Z'%s}";
    private static final String STATUS = "{'connectorId':1,'status':'Faulted','errorCode':'%s'%s}";
    private static final String METER = "{'connectorId':1,'transactionId':7,'meterValue':[{"
            + "'timestamp':'2026-01-31T09:00:00Z','sampledValue':[{'value':'5'%s}]}]}";

    @Test
    void aValidPayloadHasNoDeviations() {
        assertThat(deviations("StartTransaction", START.formatted("TAG", ""))).isEmpty();
        assertThat(deviations("StatusNotification", STATUS.formatted("NoError", "")))
                .isEmpty();
        assertThat(deviations("MeterValues", METER.formatted(",'unit':'kWh'"))).isEmpty();
    }

    @Test
    void unknownFieldsAreIgnored() {
        assertThat(deviations("StartTransaction", START.formatted("TAG", ",'vendor':{'x':[1,null]}")))
                .containsExactly(Deviation.UNKNOWN_FIELD);
        assertThat(deviations("MeterValues", METER.formatted(",'x':null"))).containsExactly(Deviation.UNKNOWN_FIELD);
        assertThat(deviations("Heartbeat", "{'x':1,'y':2}")).containsExactly(Deviation.UNKNOWN_FIELD);
    }

    @ParameterizedTest
    @CsvSource({"20, true, false", "21, true, true", "255, true, true", "256, false, false"})
    void aTagMayHave255Characters(int length, boolean taken, boolean deviates) {
        String tag = "é".repeat(length);
        for (String payload : List.of(START.formatted(tag, ""), "{'idTag':'" + tag + "'}", stop(tag))) {
            String action = payload.contains("meterStart")
                    ? "StartTransaction"
                    : payload.contains("meterStop") ? "StopTransaction" : "Authorize";
            Validation<ObjectNode> verdict = tolerant(action, payload);
            if (taken) {
                assertThat(((Validation.Valid<ObjectNode>) verdict).deviations())
                        .isEqualTo(deviates ? Set.of(Deviation.LONG_ID_TAG) : Set.of());
                assertThat(tag(action, ((Validation.Valid<ObjectNode>) verdict).request()))
                        .isEqualTo(tag);
            } else {
                assertThat(violation(verdict).code()).isEqualTo(ErrorCode.PROPERTY_CONSTRAINT_VIOLATION);
            }
            assertThat(strict(action, payload) instanceof Validation.Valid).isEqualTo(length <= 20);
        }
    }

    @ParameterizedTest
    @CsvSource({"5, 5", "604.213, 604.213", "-0.5, -0.5"})
    void aReadingMayBeANumber(String number, String value) {
        String payload = METER.replace("'5'", number).formatted("");
        assertThat(values(payload).numbers()).extracting(MeterValue::value).containsExactly(new BigDecimal(value));
        assertThat(deviations("MeterValues", payload)).containsExactly(Deviation.NUMERIC_READING);
        assertThat(strict("MeterValues", payload)).isInstanceOf(Validation.Invalid.class);
    }

    @Test
    void longFreeTextsAreKeptInFull() {
        String text = "x".repeat(500);
        String boot = "{'chargePointVendor':'%s','chargePointModel':'%s','firmwareVersion':'%s','meterType':'%s'}";
        assertThat(Messages.boot("CP-1", request("BootNotification", boot.formatted(text, text, text, text))))
                .isEqualTo(new ChargerBooted("CP-1", text, text, null, text));
        assertThat(deviations("BootNotification", boot.formatted(text, "m", "f", "t")))
                .containsExactly(Deviation.LONG_TEXT);
        assertThat(violation(tolerant("BootNotification", boot.formatted(text + "x", "m", "f", "t")))
                        .description())
                .isEqualTo("chargePointVendor is longer than 500 characters");
        assertThat(status(STATUS.formatted("NoError", ",'info':'" + text + "'")).info())
                .isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Earthquake | ''                                | Earthquake",
                "Earthquake | ,'vendorErrorCode':'E7'           | Earthquake: E7",
                "Earthquake | ,'vendorErrorCode':'Earthquake'   | Earthquake",
                "noerror    | ,'vendorErrorCode':''             | noerror"
            })
    void anUnknownErrorCodeBecomesAVendorErrorCode(String word, String more, String vendorErrorCode) {
        String payload = STATUS.formatted(word, more);
        assertThat(status(payload))
                .isEqualTo(new ConnectorStatus(1, "Faulted", "OtherError", null, vendorErrorCode, null));
        assertThat(deviations("StatusNotification", payload)).containsExactly(Deviation.UNKNOWN_ERROR_CODE);
        assertThat(strict("StatusNotification", payload)).isInstanceOf(Validation.Invalid.class);
    }

    /** A character may take two UTF-16 units. */
    @ParameterizedTest
    @CsvSource({"500, 500, 0", "498, 500, 0", "497, 500, 1", "3, 500, 495", "3, 495, 495"})
    void aVendorErrorCodeHasAtMost500Characters(int word, int given, int kept) {
        String payload =
                STATUS.formatted("W".repeat(word), ",'vendorErrorCode':'" + "\uD83D\uDD0C".repeat(given) + "'");
        String published = status(payload).vendorErrorCode();
        assertThat(published)
                .satisfies(text -> assertThat(text.codePoints().count()).isLessThanOrEqualTo(500))
                .startsWith("W".repeat(word))
                .endsWith(": ".substring(0, Math.min(2, 500 - word)) + "\uD83D\uDD0C".repeat(kept));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Earthquake", "local", ""})
    void anUnknownStopReasonBecomesOther(String word) {
        String payload = "{'transactionId':7,'meterStop':9,'timestamp':'2026-01-31T09:00:00Z','reason':'" + word + "'}";
        assertThat(stopped(payload))
                .isEqualTo(new TransactionStop(
                        7, null, null, 9, Instant.parse("2026-01-31T09:00:00Z"), "Other", NormalisedValues.NONE));
        assertThat(deviations("StopTransaction", payload)).containsExactly(Deviation.UNKNOWN_WORD);
        assertThat(violation(strict("StopTransaction", payload)).description())
                .isEqualTo("reason is none of the allowed values");
    }

    @Test
    void aKnownStopReasonIsKept() {
        String payload = "{'transactionId':7,'meterStop':9,'timestamp':'2026-01-31T09:00:00Z','reason':'PowerLoss'}";
        assertThat(stopped(payload).reason()).isEqualTo("PowerLoss");
        assertThat(deviations("StopTransaction", payload)).isEmpty();
    }

    @Test
    void anOptionalFieldThatIsNullCountsAsMissing() {
        String stop = "{'transactionId':7,'meterStop':9,'timestamp':'2026-01-31T09:00:00Z'%s}";
        String nulls = stop.formatted(",'idTag':null,'reason':null,'transactionData':null");
        assertThat(stopped(nulls)).isEqualTo(stopped(stop.formatted("")));
        assertThat(deviations("StopTransaction", nulls)).containsExactly(Deviation.EMPTY_FIELD);
        assertThat(violation(strict("StopTransaction", nulls)).code()).isEqualTo(ErrorCode.TYPE_CONSTRAINT_VIOLATION);

        assertThat(status(STATUS.formatted("NoError", ",'info':null,'timestamp':null")))
                .isEqualTo(status(STATUS.formatted("NoError", "")));
        assertThat(values(METER.formatted(",'unit':null,'phase':null,'format':null")))
                .isEqualTo(values(METER.formatted("")));
        assertThat(deviations("StartTransaction", START.formatted("T", ",'reservationId':null")))
                .containsExactly(Deviation.EMPTY_FIELD);
    }

    @ParameterizedTest
    @CsvSource({
        "measurand, UNKNOWN_MEASURAND",
        "unit,      UNKNOWN_UNIT",
        "context,   UNKNOWN_CONTEXT",
        "location,  UNKNOWN_LOCATION",
        "phase,     UNKNOWN_PHASE"
    })
    void aValueWithAnUnknownFieldValueIsStoredAsSentWithoutAnEvent(String field, Deviation deviation) {
        String payload = METER.formatted(",'" + field + "':'Odd'");
        NormalisedValues normalised = values(payload);

        assertThat(deviations("MeterValues", payload)).containsExactly(deviation);
        assertThat(normalised.numbers()).isEmpty();
        assertThat(normalised.raw()).singleElement().satisfies(raw -> {
            assertThat(raw.value()).isEqualTo("5");
            assertThat(raw.toString()).contains(field + "=Odd");
        });
        assertThat(strict("MeterValues", payload)).isInstanceOf(Validation.Invalid.class);
    }

    @Test
    void aValueOfAnUnknownFormatIsStoredWithoutAnEvent() {
        String payload = METER.formatted(",'format':'Odd'");
        NormalisedValues normalised = values(payload);

        assertThat(deviations("MeterValues", payload)).containsExactly(Deviation.UNKNOWN_FORMAT);
        assertThat(normalised.numbers()).isEmpty();
        assertThat(normalised.raw())
                .singleElement()
                .satisfies(raw -> assertThat(raw.format()).isEqualTo("Raw"));
        assertThat(strict("MeterValues", payload)).isInstanceOf(Validation.Invalid.class);
    }

    @Test
    void anUnknownMeasurandGetsNoUnit() {
        assertThat(values(METER.formatted(",'measurand':'Odd'")).raw())
                .singleElement()
                .satisfies(raw -> assertThat(raw.unit()).isEmpty());
    }

    /** Values that affect billing are never guessed, and unknown values in these fields have no known meaning. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "StartTransaction   | {'connectorId':1,'idTag':'T','meterStart':'1500','timestamp':'2026-01-31T09:00:00Z'}",
                "StartTransaction   | {'connectorId':1,'idTag':'T','timestamp':'2026-01-31T09:00:00Z'}",
                "StartTransaction   | {'connectorId':1,'idTag':'T','meterStart':null,'timestamp':'2026-01-31T09:00:00Z'}",
                "StartTransaction   | {'connectorId':1,'idTag':null,'meterStart':1500,'timestamp':'2026-01-31T09:00:00Z'}",
                "MeterValues        | {'connectorId':1,'meterValue':null}",
                "StartTransaction   | {'connectorId':1,'idTag':7,'meterStart':1500,'timestamp':'2026-01-31T09:00:00Z'}",
                "StopTransaction    | {'transactionId':'7','meterStop':9,'timestamp':'2026-01-31T09:00:00Z'}",
                "StopTransaction    | {'transactionId':2147483648,'meterStop':9,'timestamp':'2026-01-31T09:00:00Z'}",
                "MeterValues        | {'connectorId':1,'transactionId':7.5,'meterValue':[]}",
                "MeterValues        | {'connectorId':1,'transactionId':'7','meterValue':[]}",
                "MeterValues        | {'connectorId':1,'meterValue':'5'}",
                "StatusNotification | {'connectorId':1,'status':'Odd','errorCode':'NoError'}"
            })
    void otherFaultsAreRefusedAsInStrictMode(String action, String payload) {
        assertThat(tolerant(action, payload))
                .isInstanceOf(Validation.Invalid.class)
                .isEqualTo(strict(action, payload));
    }

    @Test
    void deviationNamesAreUnique() {
        assertThat(EnumSet.allOf(Deviation.class).stream().map(Deviation::wireName))
                .doesNotHaveDuplicates()
                .allMatch(name -> name.matches("[a-z][A-Za-z]+"));
    }

    private static NormalisedValues values(String payload) {
        return Messages.meterValues(request("MeterValues", payload)).values();
    }

    private static ConnectorStatus status(String payload) {
        return Messages.status(request("StatusNotification", payload));
    }

    private static TransactionStop stopped(String payload) {
        return Messages.stop(request("StopTransaction", payload));
    }

    private static @Nullable String tag(String action, ObjectNode payload) {
        return switch (action) {
            case "StartTransaction" -> Messages.start(payload).idTag();
            case "StopTransaction" -> Messages.stop(payload).idTag();
            default -> payload.path("idTag").stringValue();
        };
    }

    private static String stop(String tag) {
        return "{'transactionId':7,'meterStop':9,'timestamp':'2026-01-31T09:00:00Z','idTag':'" + tag + "'}";
    }

    private static Set<Deviation> deviations(String action, String payload) {
        return ((Validation.Valid<ObjectNode>) tolerant(action, payload)).deviations();
    }

    private static ObjectNode request(String action, String payload) {
        assertThat(tolerant(action, payload)).isInstanceOf(Validation.Valid.class);
        return ((Validation.Valid<ObjectNode>) tolerant(action, payload)).request();
    }

    private static Violation violation(Validation<ObjectNode> verdict) {
        assertThat(verdict).isInstanceOf(Validation.Invalid.class);
        return ((Validation.Invalid<ObjectNode>) verdict).violation();
    }

    private static Validation<ObjectNode> tolerant(String action, String payload) {
        return validate(action, payload, Strictness.TOLERANT);
    }

    private static Validation<ObjectNode> strict(String action, String payload) {
        return validate(action, payload, Strictness.STRICT);
    }

    private static Validation<ObjectNode> validate(String action, String payload, Strictness strictness) {
        var json = (ObjectNode) Json.mapper().readTree(payload.replace('\'', '"'));
        return Action.named(action).orElseThrow().validate(json, strictness);
    }
}
