package io.plugstream.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.web.socket.TextMessage;

class FrameAssemblyTest {

    private final FrameAssembly assembly = new FrameAssembly();

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

    @Test
    void countsBytesNotCharacters() {
        assertThat(assembly.add(new TextMessage("ä".repeat(40_000), true))).isEqualTo(new FrameAssembly.TooLong());
    }
}
