package io.plugstream.gateway.ocpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrameReaderTest {

    @Test
    void readsACall() {
        var parsed = FrameReader.read("[2,\"19223201\",\"Heartbeat\",{\"a\":1}]");

        assertThat(parsed).isInstanceOfSatisfying(ParsedFrame.Understood.class, understood -> {
            Call call = (Call) understood.message();
            assertThat(call.messageId()).isEqualTo("19223201");
            assertThat(call.action()).isEqualTo("Heartbeat");
            assertThat(call.payload().get("a").intValue()).isEqualTo(1);
        });
    }

    @Test
    void readsAnswers() {
        assertThat(FrameReader.read("[3,\"1\",{}]"))
                .isInstanceOfSatisfying(
                        ParsedFrame.Understood.class,
                        understood -> assertThat(understood.message()).isInstanceOf(CallResult.class));
        assertThat(FrameReader.read("[4,\"1\",\"GenericError\",\"\",{}]"))
                .isEqualTo(new ParsedFrame.Understood(new CallError("1", "GenericError", "")));
    }

    /** Written without an exponent, a frame of them would have a hundred million characters. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e9999",
                "-1e1000",
                "1e-9999",
                "12.5e999",
                "1e999999999",
                "1e99999999999",
                "-1e-99999999999",
                "1e-1000"
            })
    void numbersThatAreLongWithoutTheirExponentAreRefused(String number) {
        assertThat(FrameReader.read("[2,\"1\",\"Heartbeat\",{\"a\":" + number + "}]"))
                .isEqualTo(new ParsedFrame.Refused(
                        CallError.UNKNOWN_ID,
                        ErrorCode.RPC_FRAMEWORK_ERROR,
                        "The frame is not JSON, repeats a name, is nested too deeply or has too long a number"));
        assertThat(FrameReader.read("[3,\"1\",{\"a\":" + number + "}]")).isInstanceOf(ParsedFrame.Refused.class);
    }

    /** Of a frame of 64 KiB, the record would have 10 MB. */
    @Test
    void manyNumbersThatAreLongTogetherAreRefused() {
        assertThat(FrameReader.read(frameOf("1e999", 10_000))).isInstanceOf(ParsedFrame.Refused.class);
        assertThat(FrameReader.read(frameOf("1e99", 10_000))).isInstanceOf(ParsedFrame.Refused.class);
    }

    /** What a charger reads from memory that it never wrote. */
    @Test
    void someNumbersWithOddExponentsAreRead() {
        assertThat(FrameReader.read(frameOf("6.95e-310", 500))).isInstanceOf(ParsedFrame.Understood.class);
    }

    @Test
    void aLongFrameOfUsualNumbersIsRead() {
        assertThat(FrameReader.read(frameOf("12345678.123", 40_000))).isInstanceOf(ParsedFrame.Understood.class);
    }

    private static String frameOf(String number, int count) {
        return "[2,\"1\",\"DataTransfer\",{\"data\":[" + String.join(",", Collections.nCopies(count, number)) + "]}]";
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e20", "0.1e-20", "-12.5e300", "1e-999", "-1e999"})
    void numbersWithAnExponentAreReadAndCanBeReadFromARecord(String number) {
        assertThat(FrameReader.read("[2,\"1\",\"Heartbeat\",{\"a\":" + number + "}]"))
                .isInstanceOfSatisfying(
                        ParsedFrame.Understood.class,
                        understood -> assertThat(FrameReader.read(FrameWriter.write(understood.message())))
                                .isInstanceOf(ParsedFrame.Understood.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hello",
                "{}",
                "[]",
                "null",
                "[2",
                "[2,\"1\",\"Heartbeat\",{}] []",
                "[\"2\",\"1\",\"Heartbeat\",{}]",
                "[2.5,\"1\",\"Heartbeat\",{}]",
                "[2,1,\"Heartbeat\",{}]",
                "[2,\"\",\"Heartbeat\",{}]",
                "[2,null,\"Heartbeat\",{}]",
                "[2,\"1\",\"Heartbeat\",{\"a\":1,\"a\":2}]"
            })
    void answersUnreadableFramesWithoutTheirId(String frame) {
        assertThat(FrameReader.read(frame)).isInstanceOfSatisfying(ParsedFrame.Refused.class, refused -> {
            assertThat(refused.messageId()).isEqualTo("-1");
            assertThat(refused.code()).isEqualTo(ErrorCode.RPC_FRAMEWORK_ERROR);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[2,\"7\"]                       | RpcFrameworkError",
                "[2,\"7\",\"Heartbeat\",{},{}]     | RpcFrameworkError",
                "[2,\"7\",\"Heartbeat\",null]      | FormatViolation",
                "[2,\"7\",\"Heartbeat\",[]]        | FormatViolation",
                "[2,\"7\",5,{}]                  | RpcFrameworkError"
            })
    void answersBrokenCallsUnderTheirId(String frame, String codeOf2) {
        assertThat(FrameReader.read(frame)).isInstanceOfSatisfying(ParsedFrame.Refused.class, refused -> {
            assertThat(refused.messageId()).isEqualTo("7");
            assertThat(refused.code().wireName(Dialect.OCPP_1_6)).isEqualTo("FormationViolation");
            assertThat(refused.code().wireName(Dialect.OCPP_2)).isEqualTo(codeOf2);
        });
    }

    @Test
    void aCallWithoutItsPayloadIsIncomplete() {
        assertThat(FrameReader.read("[2,\"7\",\"Heartbeat\"]"))
                .isEqualTo(new ParsedFrame.Refused("7", ErrorCode.PROTOCOL_ERROR, "The payload is missing"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1,\"1\",{}]", "[5,\"1\"]", "[99999999,\"1\"]"})
    void recognisesUnknownMessageTypes(String frame) {
        assertThat(FrameReader.read(frame)).isEqualTo(new ParsedFrame.OfUnknownType("1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1,1,{}]", "[5]", "[9,\"\\u0000\"]", "[9,\"\\ud83d\"]", "[3]", "[3,1,{}]", "[4,\"\"]"})
    void ignoresFramesThatCannotBeAnswered(String frame) {
        assertThat(FrameReader.read(frame)).isInstanceOf(ParsedFrame.Ignored.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[3,\"1\"]", "[3,\"1\",null]", "[3,\"1\",{},{}]", "[4,\"1\"]", "[4,\"1\",5]"})
    void readsTheIdOfAMalformedAnswer(String frame) {
        assertThat(FrameReader.read(frame)).isEqualTo(new ParsedFrame.UnreadableAnswer("1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[2,\"7\",\"BootNotification\",{\"chargePointVendor\":\"a\\u0000\"}]     | 7",
                "[2,\"7\",\"DataTransfer\",{\"vendorId\":\"v\",\"\\u0000\":1}]             | 7",
                "[2,\"7\",\"MeterValues\",{\"meterValue\":[{\"x\":[\"\\u0000\"]}]}]      | 7",
                "[2,\"7\",\"Heart\\u0000beat\",{}]                                   | 7",
                "[2,\"7\\u0000\",\"Heartbeat\",{}]                                   | -1",
                "[2,\"7\",\"Authorize\",{\"idTag\":\"\\ud83d\"}]                       | 7",
                "[2,\"7\",\"DataTransfer\",{\"vendorId\":\"v\",\"\\uDE00x\":1}]            | 7",
                "[2,\"7\\uDE00\\ud83d\",\"Heartbeat\",{}]                             | -1"
            })
    void refusesACallWithTextThatCannotBeStored(String frame, String id) {
        assertThat(FrameReader.read(frame))
                .isEqualTo(new ParsedFrame.Refused(
                        id, ErrorCode.FORMATION_VIOLATION, "A text contains U+0000 or half a surrogate pair"));
    }

    @Test
    void aWholeSurrogatePairCanBeStored() {
        assertThat(FrameReader.read("[2,\"7\",\"Authorize\",{\"idTag\":\"\\ud83d\\uDE00\"}]"))
                .isInstanceOf(ParsedFrame.Understood.class);
    }

    @Test
    void aBackslashBeforeDigitsIsNoNullCharacter() {
        assertThat(FrameReader.read("[2,\"7\",\"DataTransfer\",{\"vendorId\":\"\\\\u0000\"}]"))
                .isInstanceOf(ParsedFrame.Understood.class);
    }

    @Test
    void survivesDeepNesting() {
        assertThat(FrameReader.read("[".repeat(60_000))).isInstanceOf(ParsedFrame.Refused.class);
    }

    @Test
    void survivesLongNumbers() {
        assertThat(FrameReader.read("[" + "9".repeat(60_000) + "]")).isInstanceOf(ParsedFrame.Refused.class);
    }
}
