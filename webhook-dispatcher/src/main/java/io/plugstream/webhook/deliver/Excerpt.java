package io.plugstream.webhook.deliver;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** The first bytes of something, and what they say as UTF-8. Safe for use by many threads. */
final class Excerpt {

    private static final char NUL = '\u0000';
    private static final char REPLACEMENT = '\uFFFD';

    private final ByteBuffer first;

    Excerpt(int most) {
        this.first = ByteBuffer.allocate(most);
    }

    /** What {@code bytes} says, without a character that {@code most} cuts in two. */
    static String of(byte[] bytes, int most) {
        return text(ByteBuffer.wrap(bytes, 0, Math.min(bytes.length, most)));
    }

    synchronized boolean isFull() {
        return !first.hasRemaining();
    }

    /** Takes of {@code more} what there is room for. */
    synchronized void add(ByteBuffer more) {
        int length = Math.min(more.remaining(), first.remaining());
        first.put(more.slice(more.position(), length));
    }

    synchronized String text() {
        return text(first.duplicate().flip());
    }

    /** What is no UTF-8, or no character for a database, is replaced. */
    private static String text(ByteBuffer bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        CharBuffer characters = CharBuffer.allocate(bytes.remaining());
        // Not the end of the input: an incomplete character there is left out.
        var _ = decoder.decode(bytes, characters, false);
        return characters.flip().toString().replace(NUL, REPLACEMENT);
    }
}
