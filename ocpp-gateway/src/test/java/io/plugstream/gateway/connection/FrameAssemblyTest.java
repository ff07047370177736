package io.plugstream.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.socket.TextMessage;

class FrameAssemblyTest {

    private static final String STOP = " [2, \"7\", \"StopTransaction\", {";

    private final Semaphore longFrames = new Semaphore(1);
    private final FrameAssembly assembly = new FrameAssembly(longFrames);

    @Test
    void joinsThePartsOfAMessage() {
        assertThat(assembly.add(new TextMessage("[2,", false))).isEqualTo(new FrameAssembly.Incomplete());
        assertThat(assembly.add(new TextMessage("\"1\"]", true))).isEqualTo(new FrameAssembly.Complete("[2,\"1\"]"));
        assertThat(assembly.add(new TextMessage("[3]", true))).isEqualTo(new FrameAssembly.Complete("[3]"));
    }

    @Test
    void acceptsAtMostSixtyFourKibibytes() {
        assertThat(assembly.add(new TextMessage("x".repeat(65_535), false))).isEqualTo(new FrameAssembly.Incomplete());
        assertThat(assembly.add(new TextMessage("x", true))).isInstanceOf(FrameAssembly.Complete.class);
        assertThat(assembly.add(new TextMessage("x".repeat(65_537), true))).isEqualTo(new FrameAssembly.TooLong());
    }

    /** A charger with such a stop could never deliver it, nor anything behind it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                STOP,
                "[2,\"8f3d\",\"TransactionEvent\",{",
                "[2,\"8f3d\",\"StopTransaction\",{\"transactionData\":[\"StatusNotification\"]"
            })
    void theEndOfATransactionMayBeLonger(String beginning) {
        String rest = "x".repeat(FrameAssembly.LONGEST_END - beginning.length());
        assertThat(assembly.add(new TextMessage(beginning, false))).isEqualTo(new FrameAssembly.Incomplete());
        assertThat(assembly.add(new TextMessage(rest, true))).isEqualTo(new FrameAssembly.Complete(beginning + rest));
        assertThat(longFrames.availablePermits()).isEqualTo(1);
        assertThat(assembly.add(new TextMessage(beginning + rest, true))).isInstanceOf(FrameAssembly.Complete.class);
        assertThat(assembly.add(new TextMessage(beginning + rest + 'x', true))).isEqualTo(new FrameAssembly.TooLong());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[2,\"7\",\"StatusNotification\",{\"info\":\"StopTransaction\"",
                "[3,\"7\",\"StopTransaction\",{",
                "[2,\"StopTransaction\",\"DataTransfer\",{",
                "\"StopTransaction\""
            })
    void noOtherFrameMayBeLonger(String beginning) {
        assertThat(assembly.add(new TextMessage(beginning + "x".repeat(65_536), false)))
                .isEqualTo(new FrameAssembly.TooLong());
    }

    @Test
    void fewFramesMayBeLongAtTheSameTime() {
        FrameAssembly other = new FrameAssembly(longFrames);
        TextMessage part = new TextMessage(STOP + "x".repeat(65_536), false);

        assertThat(assembly.add(part)).isEqualTo(new FrameAssembly.Incomplete());
        assertThat(assembly.add(part)).isEqualTo(new FrameAssembly.Incomplete());
        assertThat(other.add(part)).isEqualTo(new FrameAssembly.TooLong());
        assembly.close();
        assertThat(assembly.add(part)).isEqualTo(new FrameAssembly.TooLong());
        assertThat(new FrameAssembly(longFrames).add(part)).isEqualTo(new FrameAssembly.Incomplete());
    }

    @Test
    void countsBytesNotCharacters() {
        assertThat(assembly.add(new TextMessage("ä".repeat(40_000), true))).isEqualTo(new FrameAssembly.TooLong());
    }
}
