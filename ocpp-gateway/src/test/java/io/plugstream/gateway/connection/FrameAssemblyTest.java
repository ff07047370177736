package io.plugstream.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.socket.TextMessage;

class FrameAssemblyTest {

    private static final String STOP = " [2, \"7\", \"StopTransaction\", {";

    private final LongFrames longFrames = new LongFrames(2);
    private long nanoTime;
    private final FrameAssembly assembly = of("demo");

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
        FrameAssembly other = of("demo");
        TextMessage part = new TextMessage(STOP + "x".repeat(65_536), false);

        assertThat(assembly.add(part)).isEqualTo(new FrameAssembly.Incomplete());
        assertThat(assembly.add(part)).isEqualTo(new FrameAssembly.Incomplete());
        assertThat(other.add(part)).isEqualTo(new FrameAssembly.TooLong());
        assembly.close();
        assertThat(assembly.add(part)).isEqualTo(new FrameAssembly.TooLong());
        assertThat(of("demo").add(part)).isEqualTo(new FrameAssembly.Incomplete());
    }

    @Test
    void anOrganisationHasAtMostHalfOfTheLongFrames() {
        TextMessage part = new TextMessage(STOP + "x".repeat(65_536), false);

        assertThat(assembly.add(part)).isEqualTo(new FrameAssembly.Incomplete());
        assertThat(of("demo").add(part)).isEqualTo(new FrameAssembly.TooLong());
        assertThat(of("other").add(part)).isEqualTo(new FrameAssembly.Incomplete());
        assertThat(of("third").add(part)).isEqualTo(new FrameAssembly.TooLong());
    }

    /** Even a slow modem sends 64 KiB in a minute. */
    @Test
    void aFrameMayTakeAMinuteForEachPart() {
        TextMessage part = new TextMessage(STOP + "x".repeat(65_536 - STOP.length()), false);
        assertThat(assembly.add(part)).isEqualTo(new FrameAssembly.Incomplete());
        pass(Duration.ofSeconds(59));
        assertThat(assembly.isOverdue()).isFalse();
        assertThat(assembly.add(part)).isEqualTo(new FrameAssembly.Incomplete());
        assertThat(assembly.add(part)).isEqualTo(new FrameAssembly.Incomplete());
        pass(Duration.ofMinutes(2));
        assertThat(assembly.isOverdue()).isFalse();
        pass(Duration.ofSeconds(2));
        assertThat(assembly.isOverdue()).isTrue();

        assertThat(assembly.add(new TextMessage("]", true))).isInstanceOf(FrameAssembly.Complete.class);
        assertThat(assembly.isOverdue()).isFalse();
    }

    /** Otherwise ten thousand chargers could fill the memory with beginnings of frames. */
    @Test
    void aShortFrameMayTakeAMinute() {
        assertThat(assembly.add(new TextMessage("[2,", false))).isEqualTo(new FrameAssembly.Incomplete());
        pass(Duration.ofSeconds(59));
        assertThat(assembly.add(new TextMessage("\"1\"", false))).isEqualTo(new FrameAssembly.Incomplete());
        assertThat(assembly.isOverdue()).isFalse();
        pass(Duration.ofSeconds(2));
        assertThat(assembly.isOverdue()).isTrue();

        assertThat(assembly.add(new TextMessage("]", true))).isInstanceOf(FrameAssembly.Complete.class);
        pass(Duration.ofHours(1));
        assertThat(assembly.isOverdue()).isFalse();
    }

    private FrameAssembly of(String organisationId) {
        return new FrameAssembly(longFrames, organisationId, Duration.ofMinutes(1), () -> nanoTime);
    }

    private void pass(Duration time) {
        nanoTime += time.toNanos();
    }

    @Test
    void countsBytesNotCharacters() {
        assertThat(assembly.add(new TextMessage("ä".repeat(40_000), true))).isEqualTo(new FrameAssembly.TooLong());
    }
}
