package io.plugstream.api.live;

import java.util.Locale;

/** What a stream carries besides events if its query asks for it. Extras have no id and are never sent again. */
enum Extra {
    /** Refused handshakes (ADR 78). */
    HANDSHAKES,

    /** Changes of the organisation's lists that no event reports (ADR 90). */
    CHANGES,

    /** A heartbeat event every second, because browsers hide comments from their readers (ADR 90). */
    HEARTBEATS;

    /** The name in a query. */
    String parameter() {
        return name().toLowerCase(Locale.ROOT);
    }
}
