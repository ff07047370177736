package io.plugstream.api.projection;

import java.time.Duration;

/** How many refused handshakes are kept, and how long. Both are limited because the address is personal data. */
public final class RefusalRetention {

    /** Largest number for a charger id. */
    public static final int MOST_PER_CHARGER = 100;

    /** Largest number for an organisation's unregistered ids; also the most that its lists show. */
    public static final int MOST_PER_ORGANISATION = 1_000;

    public static final Duration TIME = Duration.ofDays(7);

    /** The channel that notifies each new one as JSON, a {@link io.plugstream.model.charger.RefusedHandshake}. */
    public static final String CHANNEL = "refused_handshakes";

    private RefusalRetention() {}
}
