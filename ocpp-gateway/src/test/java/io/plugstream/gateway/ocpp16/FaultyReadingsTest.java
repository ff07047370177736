package io.plugstream.gateway.ocpp16;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.meter.MeterReadings;
import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.gateway.transaction.TransactionStart;
import io.plugstream.gateway.transaction.TransactionStop;
import io.plugstream.model.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** No transaction is lost because of a fault in its readings, times or reasons. */
class FaultyReadingsTest {

    private static final String STOP =
            "{'transactionId':7,'meterStop':9,'timestamp':'2026-01-31T09:00:00Z','transactionData':%s}";
    private static final String METER = "{'connectorId':1,'transactionId':%s,'meterValue':%s}";
    private static final String GOOD = "{'timestamp':'2026-01-31T08:00:00Z','sampledValue':[{'value':'5'}]}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'timestamp':'2022-02-29T07:02:33.000Z','sampledValue':[{'value':'4'}]}",
                "{'timestamp':null,'sampledValue':[{'value':'4'}]}",
                "{'sampledValue':[{'value':'4'}]}",
                "{'timestamp':'2026-01-31T08:00:00Z'}",
                "{'timestamp':'2026-01-31T08:00:00Z','sampledValue':'4'}",
                "null",
                "4"
            })
    void anUnreadableMomentIsLeftOut(String moment) {
        String data = '[' + moment + ',' + GOOD + ']';
        TransactionStop stop = stop(STOP.formatted(data));

        assertThat(values(stop.transactionData())).containsExactly("5");
        assertThat(deviations("StopTransaction", STOP.formatted(data))).contains(Deviation.UNREADABLE_READING);
        assertThat(values(meterValues(METER.formatted("7", data)).values())).containsExactly("5");
        isRefusedStrictly("StopTransaction", STOP.formatted(data));
        isRefusedStrictly("MeterValues", METER.formatted("7", data));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'value':null}", "{'value':true}", "{'value':'4','phase':1}", "4"})
    void anUnreadableValueIsLeftOut(String value) {
        String data = "[{'timestamp':'2026-01-31T08:00:00Z','sampledValue':[" + value + ",{'value':'5'}]}]";
        TransactionStop stop = stop(STOP.formatted(data));

        assertThat(values(stop.transactionData())).containsExactly("5");
        assertThat(deviations("StopTransaction", STOP.formatted(data))).contains(Deviation.UNREADABLE_READING);
        isRefusedStrictly("StopTransaction", STOP.formatted(data));
    }

    @Test
    void dataOfAStopThatAreNoListAreLeftOut() {
        TransactionStop stop = stop(STOP.formatted("'none'"));
        assertThat(stop.transactionData().isEmpty()).isTrue();
        assertThat(deviations("StopTransaction", STOP.formatted("'none'")))
                .containsExactly(Deviation.UNREADABLE_READING);
        isRefusedStrictly("StopTransaction", STOP.formatted("'none'"));
    }

    /** A Huawei charger: https://github.com/lbbrhzn/ocpp/issues/1144. */
    @Test
    void oneMomentMayBeNoList() {
        assertThat(values(meterValues(METER.formatted("7", GOOD)).values())).containsExactly("5");
        assertThat(deviations("MeterValues", METER.formatted("7", GOOD))).containsExactly(Deviation.BARE_ELEMENT);
        isRefusedStrictly("MeterValues", METER.formatted("7", GOOD));

        TransactionStop stop = stop(STOP.formatted(GOOD));
        assertThat(values(stop.transactionData())).containsExactly("5");
    }

    /** An Alfen charger without a transaction: https://github.com/steve-community/steve/issues/740. */
    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775807", "2147483648", "-2147483649", "18446744073709551615"})
    void readingsMayNameATransactionThatCannotExist(String id) {
        String payload = METER.formatted(id, '[' + GOOD + ']');
        assertThat(meterValues(payload).transactionId()).isNull();
        assertThat(values(meterValues(payload).values())).containsExactly("5");
        assertThat(deviations("MeterValues", payload)).containsExactly(Deviation.LONG_TRANSACTION_ID);
        isRefusedStrictly("MeterValues", payload);
    }

    /** As with OCPP 2.0.1. A fraction strands transactions: https://github.com/shiv3/ocpp-cp-simulator/pull/83. */
    @ParameterizedTest
    @CsvSource({"26008.333, 26008", "0.5, 1", "-1.5, -2", "4503599627370495.5, 4503599627370496", "1e-300, 0"})
    void fractionsOfAWattHourAreRounded(String reading, long wattHours) {
        String start = "{'connectorId':1,'idTag':'T','meterStart':" + reading + ",'timestamp':'2026-01-31T09:00:00Z'}";
        assertThat(start(start).meterStart()).isEqualTo(wattHours);
        assertThat(deviations("StartTransaction", start)).containsExactly(Deviation.FRACTIONAL_READING);
        isRefusedStrictly("StartTransaction", start);

        String stop = "{'transactionId':7,'meterStop':" + reading + ",'timestamp':'2026-01-31T09:00:00Z'}";
        assertThat(stop(stop).meterStop()).isEqualTo(wattHours);
    }

    @Test
    void aFractionBeyondAnyMeterIsRefused() {
        String stop = "{'transactionId':7,'meterStop':9007199254740993.25,'timestamp':'2026-01-31T09:00:00Z'}";
        assertThat(validate("StopTransaction", stop, Strictness.TOLERANT)).isInstanceOf(Validation.Invalid.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"''", "1.5", "'none'", "99999999999"})
    void aReservationDoesNotMatter(String reservation) {
        String start = "{'connectorId':1,'idTag':'T','meterStart':5,'timestamp':'2026-01-31T09:00:00Z','reservationId':"
                + reservation + '}';
        assertThat(start(start)).isEqualTo(new TransactionStart(1, "T", 5, Instant.parse("2026-01-31T09:00:00Z")));
        assertThat(deviations("StartTransaction", start)).containsExactly(Deviation.UNUSED_FIELD);
        isRefusedStrictly("StartTransaction", start);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "'timestamp':'2022-02-29T07:02:33.000Z' | UNREADABLE_FIELD",
                "'timestamp':'31.01.2026 09:00'         | UNREADABLE_FIELD",
                "'timestamp':''                         | UNREADABLE_FIELD",
                "'timestamp':1769850000                 | UNREADABLE_FIELD",
                "'timestamp':null                       | MISSING_FIELD",
                "'x':1                                  | MISSING_FIELD"
            })
    void aTimeThatCannotBeReadIsMissing(String time, Deviation deviation) {
        String start = "{'connectorId':1,'idTag':'T','meterStart':5," + time + '}';
        assertThat(start(start)).isEqualTo(new TransactionStart(1, "T", 5, null));
        assertThat(deviations("StartTransaction", start)).contains(deviation);
        isRefusedStrictly("StartTransaction", start);

        String stop = "{'transactionId':7,'meterStop':9," + time + '}';
        assertThat(stop(stop).timestamp()).isNull();
        isRefusedStrictly("StopTransaction", stop);

        String status = "{'connectorId':1,'status':'Faulted','errorCode':'NoError'," + time + '}';
        assertThat(Messages.status(request("StatusNotification", status)).timestamp())
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "[]", "true"})
    void aReasonThatCannotBeReadIsMissing(String reason) {
        String stop = "{'transactionId':7,'meterStop':9,'timestamp':'2026-01-31T09:00:00Z','reason':" + reason + '}';
        assertThat(stop(stop).reason()).isEqualTo("Local");
        assertThat(deviations("StopTransaction", stop)).containsExactly(Deviation.UNUSED_FIELD);
        isRefusedStrictly("StopTransaction", stop);
    }

    /** All are numbers. */
    private static List<String> values(NormalisedValues values) {
        assertThat(values.raw()).isEmpty();
        return values.numbers().stream()
                .map(value -> value.value().toPlainString())
                .toList();
    }

    private static TransactionStart start(String payload) {
        return Messages.start(request("StartTransaction", payload));
    }

    private static TransactionStop stop(String payload) {
        return Messages.stop(request("StopTransaction", payload));
    }

    private static MeterReadings meterValues(String payload) {
        return Messages.meterValues(request("MeterValues", payload));
    }

    private static ObjectNode request(String action, String payload) {
        return tolerated(action, payload).request();
    }

    private static Set<Deviation> deviations(String action, String payload) {
        return tolerated(action, payload).deviations();
    }

    private static Validation.Valid<ObjectNode> tolerated(String action, String payload) {
        Validation<ObjectNode> verdict = validate(action, payload, Strictness.TOLERANT);
        assertThat(verdict).isInstanceOf(Validation.Valid.class);
        return (Validation.Valid<ObjectNode>) verdict;
    }

    private static void isRefusedStrictly(String action, String payload) {
        assertThat(validate(action, payload, Strictness.STRICT)).isInstanceOf(Validation.Invalid.class);
    }

    private static Validation<ObjectNode> validate(String action, String payload, Strictness strictness) {
        var json = (ObjectNode) Json.mapper().readTree(payload.replace('\'', '"'));
        return Action.named(action).orElseThrow().validate(json, strictness);
    }
}
