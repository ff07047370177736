package io.plugstream.api.webhook.delivery;

import io.plugstream.api.http.ListQuery;
import io.plugstream.api.http.TimedPlace;
import io.plugstream.model.event.EventType;
import io.plugstream.model.json.WireName;
import io.plugstream.model.webhook.Outcome;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/**
 * A filter of deliveries; null filters nothing.
 *
 * @param since the earliest attempt, inclusive; without an attempt the claim counts
 * @param after the last delivery of the previous page
 */
record DeliveryQuery(
        int limit,
        @Nullable TimedPlace after,
        @Nullable Outcome outcome,
        @Nullable EventType event,
        @Nullable Instant since) {

    /** Reads query parameters; throws a problem with every fault. */
    static DeliveryQuery of(String webhook, MultiValueMap<String, String> parameters) {
        ListQuery query = ListQuery.of(parameters);
        DeliveryQuery result = new DeliveryQuery(
                query.limit(),
                query.cursor(list(webhook), TimedPlace::of),
                query.read("outcome", name -> WireName.find(Outcome.class, name), "must be one of " + outcomes()),
                query.read("event", EventType::named, "must be one of " + EventType.names()),
                query.instant("since"));
        query.check();
        return result;
    }

    /** The name of the list in cursors. */
    static String list(String webhook) {
        return "deliveries/" + webhook.toLowerCase(Locale.ROOT);
    }

    /** Whether some deliveries of the webhook may not match. */
    boolean isFiltered() {
        return outcome != null || event != null || since != null;
    }

    private static String outcomes() {
        return Arrays.stream(Outcome.values()).map(Outcome::wireName).collect(Collectors.joining(", "));
    }
}
