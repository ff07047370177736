package io.plugstream.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.websocket.Extension;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;
import org.apache.tomcat.websocket.MessagePart;
import org.apache.tomcat.websocket.Transformation;
import org.apache.tomcat.websocket.TransformationResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.socket.TextMessage;

/** Compressed messages, from their bytes to the frame assembled from parts. */
class InflationTest {

    private static final byte TEXT = 1;
    private static final byte CONTINUATION = 0;
    private static final int COMPRESSED = 4;
    private static final String CALL = "[2,\"1\",\"Heartbeat\",{}]";

    private final Wire wire = new Wire();
    private final Inflation inflation = new Inflation();

    InflationTest() {
        inflation.setNext(wire);
    }

    /** Tomcat's own inflation fails here with a buffer of 128 bytes: a long message's end arrives with the next one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 128, 8192})
    void messagesAreSeparatedWhateverTheBufferSize(int buffer) throws Exception {
        FrameAssembly assembly = assembly();
        for (String repeated : List.of("[", "x", "ab")) {
            for (int length : List.of(1, 40_000, 50_000, 60_000, 65_536 / repeated.length())) {
                String text = repeated.repeat(length / repeated.length());
                assertThat(receive(assembly, text, buffer)).isEqualTo(new FrameAssembly.Complete(text));
                assertThat(receive(assembly, CALL, buffer)).isEqualTo(new FrameAssembly.Complete(CALL));
            }
        }
    }

    @Test
    void bytesAreCountedAfterInflating() throws Exception {
        assertThat(receive(assembly(), "x".repeat(65_537), 128)).isEqualTo(new FrameAssembly.TooLong());
    }

    @Test
    void aMessageMayComeInFramesAndTheFramesInPieces() throws Exception {
        byte[] bytes = deflated("x".repeat(30_000) + CALL);
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < bytes.length; at += 7) {
            int end = Math.min(bytes.length, at + 7);
            wire.frame(Arrays.copyOfRange(bytes, at, end));
            wire.room = 2;
            read(at == 0 ? TEXT : CONTINUATION, end == bytes.length, at == 0 ? COMPRESSED : 0, 128)
                    .forEach(text::append);
        }
        assertThat(text.toString()).isEqualTo("x".repeat(30_000) + CALL);
    }

    /** RFC 7692, 7.2.3.4: a message may consist of final blocks, if an octet of zeros follows. */
    @ParameterizedTest
    @ValueSource(ints = {1, 128})
    void aMessageMayEndWithAFinalBlock(int buffer) throws Exception {
        for (List<String> parts : List.of(List.of(CALL), List.of("[2,\"1\",\"Heart", "beat\",{}]"))) {
            ByteArrayOutputStream message = new ByteArrayOutputStream();
            for (String part : parts) {
                message.write(finished(part));
            }
            message.write(0);
            wire.frame(message.toByteArray());
            assertThat(String.join("", read(TEXT, true, COMPRESSED, buffer))).isEqualTo(CALL);
            assertThat(receive(assembly(), CALL, buffer)).isEqualTo(new FrameAssembly.Complete(CALL));
        }
    }

    @Test
    void messagesMayBeUncompressed() throws Exception {
        wire.frame(CALL.getBytes(StandardCharsets.UTF_8));
        assertThat(String.join("", read(TEXT, true, 0, 128))).isEqualTo(CALL);
        assertThat(receive(assembly(), CALL, 128)).isEqualTo(new FrameAssembly.Complete(CALL));
    }

    @Test
    void invalidDataIsAnError() {
        wire.frame(new byte[] {-1, -1, -1, -1});
        assertThatThrownBy(() -> read(TEXT, true, COMPRESSED, 128)).isInstanceOf(IOException.class);
    }

    @Test
    void onlyTheFirstFrameOfAMessageIsMarkedAsCompressed() {
        assertThat(inflation.validateRsv(COMPRESSED, TEXT)).isTrue();
        assertThat(inflation.validateRsv(COMPRESSED, CONTINUATION)).isFalse();
        assertThat(inflation.validateRsv(COMPRESSED, (byte) 9)).isFalse();
        assertThat(inflation.validateRsv(2, TEXT)).isFalse();
    }

    @Test
    void contextTakeoverIsDisabledInBothDirections() {
        Extension response = inflation.getExtensionResponse();
        assertThat(response.getName()).isEqualTo("permessage-deflate");
        assertThat(response.getParameters())
                .extracting(Extension.Parameter::getName)
                .containsExactlyInAnyOrder("server_no_context_takeover", "client_no_context_takeover");
    }

    private FrameAssembly.State receive(FrameAssembly assembly, String text, int buffer) throws IOException {
        wire.frame(deflated(text));
        List<String> parts = read(TEXT, true, COMPRESSED, buffer);
        FrameAssembly.State state = new FrameAssembly.Incomplete();
        for (int part = 0; part < parts.size() && !(state instanceof FrameAssembly.TooLong); part++) {
            state = assembly.add(new TextMessage(parts.get(part), part == parts.size() - 1));
        }
        return state;
    }

    /** The parts of a frame as Tomcat reads them with a buffer of this size. */
    private List<String> read(byte opCode, boolean last, int bits, int buffer) throws IOException {
        List<String> parts = new ArrayList<>();
        TransformationResult result;
        do {
            ByteBuffer output = ByteBuffer.allocate(buffer);
            result = inflation.getMoreData(opCode, last, bits, output);
            parts.add(new String(output.array(), 0, output.position(), StandardCharsets.UTF_8));
        } while (result != TransformationResult.END_OF_FRAME);
        return parts;
    }

    private static byte[] finished(String text) {
        try (Deflater deflater = new Deflater(6, true)) {
            deflater.setInput(text.getBytes(StandardCharsets.UTF_8));
            deflater.finish();
            byte[] bytes = new byte[text.length() + 100];
            return Arrays.copyOf(bytes, deflater.deflate(bytes));
        }
    }

    private static byte[] deflated(String text) {
        try (Deflater deflater = new Deflater(6, true)) {
            deflater.setInput(text.getBytes(StandardCharsets.UTF_8));
            byte[] bytes = new byte[text.length() + 100];
            int length = deflater.deflate(bytes, 0, bytes.length, Deflater.SYNC_FLUSH);
            return Arrays.copyOf(bytes, length - 4);
        }
    }

    /** The bytes of one frame, a few at a time. */
    private static final class Wire implements Transformation {

        private byte[] frame = {};
        private int at;
        private int room = Integer.MAX_VALUE;

        void frame(byte[] bytes) {
            frame = bytes;
            at = 0;
            room = Integer.MAX_VALUE;
        }

        @Override
        public TransformationResult getMoreData(byte opCode, boolean last, int bits, ByteBuffer output) {
            int length = Math.min(Math.min(room, output.remaining()), frame.length - at);
            output.put(frame, at, length);
            at += length;
            return at == frame.length ? TransformationResult.END_OF_FRAME : TransformationResult.UNDERFLOW;
        }

        @Override
        public boolean validateRsv(int bits, byte opCode) {
            return bits == 0;
        }

        @Override
        public boolean validateRsvBits(int bits) {
            return true;
        }

        @Override
        public void setNext(Transformation transformation) {
            throw new UnsupportedOperationException();
        }

        @Override
        public @Nullable Extension getExtensionResponse() {
            return null;
        }

        @Override
        public List<MessagePart> sendMessagePart(List<MessagePart> parts) {
            return parts;
        }

        @Override
        public void close() {}
    }

    private static FrameAssembly assembly() {
        return new FrameAssembly(new LongFrames(2), "demo", Duration.ofMinutes(1), System::nanoTime);
    }
}
