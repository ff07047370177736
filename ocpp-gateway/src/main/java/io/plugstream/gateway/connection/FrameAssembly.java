package io.plugstream.gateway.connection;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.springframework.web.socket.TextMessage;

/**
 * Assembles the parts of a text frame, up to {@value #LONGEST} bytes. A message that may end a transaction may have
 * {@value #LONGEST_END} bytes, because a charger would send it again and again (ADR 113).
 */
final class FrameAssembly {

    /** Bytes of UTF-8. */
    static final int LONGEST = 64 * 1024;

    static final int LONGEST_END = 512 * 1024;

    /** How many frames may be longer than {@link #LONGEST} at the same time, so that memory is bounded. */
    static final int MOST_LONG = 16;

    private static final Pattern END =
            Pattern.compile("\\s*\\[\\s*2\\s*,\\s*\"[^\"]{0,100}\"\\s*,\\s*\"(StopTransaction|TransactionEvent)\"");

    private final LongFrames longFrames;
    private final String organisationId;

    /** How many nanoseconds a frame may take for each of its bytes, of which at least {@value #LONGEST} count. */
    private final long patience;

    private final LongSupplier nanoTime;
    private StringBuilder parts = new StringBuilder(0);
    private int length;
    private boolean isLong;
    private boolean begun;
    private long since;
    private int received;
    private boolean closed;

    /**
     * Creates an assembly for one connection.
     *
     * @param timeout of a frame for each {@value #LONGEST} bytes that have begun
     */
    FrameAssembly(LongFrames longFrames, String organisationId, Duration timeout, LongSupplier nanoTime) {
        this.longFrames = longFrames;
        this.organisationId = organisationId;
        this.patience = timeout.toNanos() / LONGEST;
        this.nanoTime = nanoTime;
    }

    /** Whether a frame has begun and is not complete. */
    synchronized boolean isBegun() {
        return begun;
    }

    /** The state after a part was added. */
    sealed interface State {}

    record Incomplete() implements State {}

    record Complete(String frame) implements State {}

    record TooLong() implements State {}

    State add(TextMessage part) {
        length += part.getPayloadLength();
        if (length > LONGEST && !mayBeLong(parts.isEmpty() ? part.getPayload() : parts)) {
            return new TooLong();
        }
        if (part.isLast() && parts.isEmpty()) {
            return complete(part.getPayload());
        }
        parts.append(part.getPayload());
        return part.isLast() ? complete(parts.toString()) : incomplete();
    }

    private synchronized Incomplete incomplete() {
        if (!begun) {
            begun = true;
            since = nanoTime.getAsLong();
        }
        received = length;
        return new Incomplete();
    }

    private Complete complete(String frame) {
        parts = new StringBuilder(0);
        length = 0;
        release();
        return new Complete(frame);
    }

    private boolean mayBeLong(CharSequence beginning) {
        return length <= LONGEST_END && END.matcher(beginning).lookingAt() && acquire();
    }

    private synchronized boolean acquire() {
        isLong = isLong || (!closed && longFrames.begin(organisationId));
        return isLong;
    }

    /** Whether the rest of a frame arrives too slowly. May be called by any thread. */
    synchronized boolean isOverdue() {
        return begun && nanoTime.getAsLong() - since > Math.max(received, LONGEST) * patience;
    }

    private synchronized void release() {
        begun = false;
        if (isLong) {
            isLong = false;
            longFrames.end(organisationId);
        }
    }

    /** Notes that no more parts arrive. May be called by any thread. */
    synchronized void close() {
        closed = true;
        release();
    }
}
