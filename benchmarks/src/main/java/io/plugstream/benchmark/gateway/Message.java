package io.plugstream.benchmark.gateway;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A CALL that is sent repeatedly as a WebSocket frame, each time with a new id of ten digits. */
final class Message {

    private static final int DIGITS = 10;
    private static final int ID_AT = "[2,\"".length();
    private static final int HEADER = 8;
    private static final String OF_16 =
            "[2,\"0000000000\",\"MeterValues\",{\"connectorId\":1,\"meterValue\":[{\"timestamp\":\"2026-11-21T10:00:00Z\","
                    + "\"sampledValue\":[{\"value\":\"1500\",\"unit\":\"Wh\",\"context\":\"Sample.Periodic\"}]}]}]";
    private static final String OF_201 =
            "[2,\"0000000000\",\"MeterValues\",{\"evseId\":1,\"meterValue\":[{\"timestamp\":\"2026-11-21T10:00:00Z\","
                    + "\"sampledValue\":[{\"value\":1500,\"context\":\"Sample.Periodic\"}]}]}]";

    private static final String BOOT =
            "[2,\"0000000000\",\"BootNotification\",{\"chargePointVendor\":\"Benchmark\",\"chargePointModel\":\"Storm\"}]";

    private final byte[] text;

    private Message(String text) {
        this.text = text.getBytes(StandardCharsets.US_ASCII);
    }

    /** A MeterValues message in the form of that WebSocket subprotocol. */
    static Message meterValue(String protocol) {
        return new Message(protocol.equals("ocpp1.6") ? OF_16 : OF_201);
    }

    /** The first message of an OCPP 1.6 charger. */
    static Message boot() {
        return new Message(BOOT);
    }

    /** A masked text frame with an all-zero mask, which leaves the text unchanged. */
    ByteBuffer frame(int id) {
        ByteBuffer frame = ByteBuffer.allocate(HEADER + text.length);
        frame.put((byte) 0x81).put((byte) 0xfe).putShort((short) text.length).putInt(0);
        frame.put(text);
        frame.put(HEADER + ID_AT, digits(id));
        return frame.flip();
    }

    /** Whether it is a CALLERROR, after which a charger repeats its message. */
    static boolean isError(byte[] payload) {
        return payload.length > 1 && payload[1] == '4';
    }

    /**
     * The id of an answer or an echo.
     *
     * @throws IllegalStateException if it is a CALLERROR or not an answer
     */
    static int id(byte[] payload) {
        if (payload.length < ID_AT + DIGITS || isError(payload)) {
            throw new IllegalStateException("answered " + new String(payload, StandardCharsets.UTF_8));
        }
        return Integer.parseInt(new String(payload, ID_AT, DIGITS, StandardCharsets.US_ASCII));
    }

    private static byte[] digits(int id) {
        return String.format(Locale.ROOT, "%010d", id).getBytes(StandardCharsets.US_ASCII);
    }
}
