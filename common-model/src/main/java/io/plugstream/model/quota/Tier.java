package io.plugstream.model.quota;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Optional;

/** What an organisation may do (interface document, section 8). */
public enum Tier {
    FREE("Free", 50, 1, false),
    STARTER("Starter", 1_000, 5, true),
    GROWTH("Growth", 10_000, 100, true),
    SCALE("Scale", Tier.UNLIMITED, Tier.UNLIMITED, true);

    /** No limit: the largest integer of structured fields (RFC 9651, 3.3.1). */
    public static final long UNLIMITED = 999_999_999_999_999L;

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

    /** The name in the API and in topics. */
    @JsonValue
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

    /** The tier with that name, if there is one. */
    public static Optional<Tier> named(String wireName) {
        return Arrays.stream(values())
                .filter(tier -> tier.wireName.equals(wireName))
                .findFirst();
    }
}
