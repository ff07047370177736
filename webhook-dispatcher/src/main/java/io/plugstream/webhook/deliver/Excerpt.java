package io.plugstream.webhook.deliver;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** The first bytes of a body, and their text as UTF-8. Thread-safe. */
final class Excerpt {

    private static final char NUL = '\u0000';
    private static final char REPLACEMENT = '\uFFFD';

    private final ByteBuffer first;

    Excerpt(int most) {
        this.first = ByteBuffer.allocate(most);
    }

    /** The text of the first {@code most} bytes, without a last character that the limit cuts. */
    static String of(byte[] bytes, int most) {
        return text(ByteBuffer.wrap(bytes, 0, Math.min(bytes.length, most)));
    }

    synchronized boolean isFull() {
        return !first.hasRemaining();
    }

    /** Adds as much of {@code more} as there is room for. */
    synchronized void add(ByteBuffer more) {
        int length = Math.min(more.remaining(), first.remaining());
        first.put(more.slice(more.position(), length));
    }

    synchronized String text() {
        return text(first.duplicate().flip());
    }

    /** Replaces malformed UTF-8, and NUL, which a database does not accept. */
    private static String text(ByteBuffer bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        CharBuffer characters = CharBuffer.allocate(bytes.remaining());
        // Decoded as if more input followed, so that an incomplete last character is omitted.
        var _ = decoder.decode(bytes, characters, false);
        return characters.flip().toString().replace(NUL, REPLACEMENT);
    }
}
