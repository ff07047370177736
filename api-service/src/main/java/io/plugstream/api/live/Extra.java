package io.plugstream.api.live;

import java.util.Locale;

/** What a stream carries besides events if its query asks for it. None of it has an id, or comes again to a stream that missed it. */
enum Extra {
    /** Refused handshakes (ADR 78). */
    HANDSHAKES,

    /** Which of the organisation's lists changed that no event tells of (ADR 90). */
    CHANGES,

    /** That the stream is there, every second: comments are hidden from readers in browsers. */
    HEARTBEATS;

    /** The name in a query. */
    String parameter() {
        return name().toLowerCase(Locale.ROOT);
    }
}
