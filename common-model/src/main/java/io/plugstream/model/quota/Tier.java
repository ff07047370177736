package io.plugstream.model.quota;

import io.plugstream.model.json.WireName;

/** What an organisation may do (interface document, section 8). */
public enum Tier implements WireName {
    FREE("Free", 50, 1, false),
    STARTER("Starter", 1_000, 5, true),
    GROWTH("Growth", 10_000, 100, true),
    SCALE("Scale", Tier.UNLIMITED, Tier.UNLIMITED, true);

    /** No limit: the largest integer of structured fields (RFC 9651, 3.3.1). */
    public static final long UNLIMITED = 999_999_999_999_999L;

    /** Webhooks that an organisation may have in each mode, if its tier has webhooks. */
    public static final int MOST_WEBHOOKS = 20;

    private final String wireName;
    private final long dailyCalls;
    private final long chargers;
    private final boolean webhooks;

    Tier(String wireName, long dailyCalls, long chargers, boolean webhooks) {
        this.wireName = wireName;
        this.dailyCalls = dailyCalls;
        this.chargers = chargers;
        this.webhooks = webhooks;
    }

    @Override
    public String wireName() {
        return wireName;
    }

    /** API calls per UTC day, or {@link #UNLIMITED}. */
    public long dailyCalls() {
        return dailyCalls;
    }

    /** Live chargers that an organisation may register, or {@link #UNLIMITED}. */
    public long chargers() {
        return chargers;
    }

    /** Whether the organisation may register webhooks and receives events. */
    public boolean webhooks() {
        return webhooks;
    }
}
