package io.plugstream.api.projection;

import java.time.Duration;

/** How many refused handshakes are kept, and how long: the address in them is personal. */
public final class KeptRefusals {

    /** Of a charger id. */
    public static final int OF_CHARGER = 100;

    /** Of an organisation, under ids that are not registered; also the most that it is shown at all. */
    public static final int OF_ORGANISATION = 1_000;

    public static final Duration TIME = Duration.ofDays(7);

    /** Where each new one is notified as JSON, a {@link io.plugstream.model.charger.RefusedHandshake}. */
    public static final String CHANNEL = "refused_handshakes";

    private KeptRefusals() {}
}
