package io.plugstream.plug.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockReaderTest {

    @Test
    void readsSeparatedBlocks() throws IOException {
        assertThat(read("id:1\nevent: a\ndata:{\"x\":1}\n\n\n:comment\r\nid: 2\r\n\r\ndata: one\ndata:two\n\n"))
                .containsExactly(
                        new Block("1", "a", "{\"x\":1}"),
                        new Block("2", null, null),
                        new Block(null, null, "one\ntwo"));
    }

    @Test
    void anIncompleteBlockIsIgnored() throws IOException {
        assertThat(read("id:1\nevent:a\ndata:x\n")).isEmpty();
        assertThat(read("id:1\nevent:a\n\nid:2\nda")).hasSize(1);
    }

    @Test
    void aLineThatIsTooLongIsRefused() {
        assertThatIOException().isThrownBy(() -> read("x".repeat(1024 * 1024 + 1)));
        assertThatIOException().isThrownBy(() -> read(("data:" + "x".repeat(1000) + "\n").repeat(3_000)));
    }

    private static List<Block> read(String text) throws IOException {
        var reader = new BlockReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        var blocks = new ArrayList<Block>();
        for (var block = reader.next(); block != null; block = reader.next()) {
            blocks.add(block);
        }
        return blocks;
    }
}
