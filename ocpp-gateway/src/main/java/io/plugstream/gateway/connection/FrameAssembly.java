package io.plugstream.gateway.connection;

import org.springframework.web.socket.TextMessage;

/** Assembles the parts of a text frame, up to {@value #LONGEST} bytes. */
final class FrameAssembly {

    /** Bytes of UTF-8. */
    static final int LONGEST = 64 * 1024;

    private StringBuilder parts = new StringBuilder(0);
    private int length;
    private boolean begun;

    /** The state after a part was added. */
    sealed interface State {}

    record Incomplete() implements State {}

    record Complete(String frame) implements State {}

    record TooLong() implements State {}

    /** Whether a frame has begun and is not complete. */
    boolean isBegun() {
        return begun;
    }

    State add(TextMessage part) {
        begun = !part.isLast();
        length += part.getPayloadLength();
        if (length > LONGEST) {
            return new TooLong();
        }
        if (part.isLast() && parts.isEmpty()) {
            length = 0;
            return new Complete(part.getPayload());
        }
        parts.append(part.getPayload());
        if (!part.isLast()) {
            return new Incomplete();
        }
        String frame = parts.toString();
        parts = new StringBuilder(0);
        length = 0;
        return new Complete(frame);
    }
}
