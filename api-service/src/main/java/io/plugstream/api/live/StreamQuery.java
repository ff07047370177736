package io.plugstream.api.live;

import io.plugstream.api.http.ListQuery;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/**
 * The parsed request of a stream.
 *
 * @param since the stream begins with the events recorded from then on; null begins with new events
 * @param after where an earlier stream ended; takes precedence over {@code since}
 */
record StreamQuery(
        EventFilter filter,
        @Nullable Instant since,
        @Nullable Position after) {

    static final String LAST_EVENT_ID = "Last-Event-ID";
    static final String LAST_EVENT_ID_RULE = "must be the id of an event of this stream";

    /** Reads query parameters and values of {@code Last-Event-ID}; throws a problem with every fault. */
    static StreamQuery of(MultiValueMap<String, String> parameters, List<String> lastEventIds, Audience audience) {
        ListQuery query = ListQuery.of(parameters);
        StreamQuery result =
                new StreamQuery(EventFilter.of(query), query.instant("since"), after(lastEventIds, audience, query));
        query.check();
        return result;
    }

    /** An empty id is a fault: a client that lost its id would miss events without a notice. */
    private static @Nullable Position after(List<String> ids, Audience audience, ListQuery query) {
        if (ids.size() > 1) {
            query.fault(LAST_EVENT_ID, "must be given once");
        }
        if (ids.size() != 1) {
            return null;
        }
        Optional<Position> position = EventIds.read(ids.getFirst(), audience);
        if (position.isEmpty()) {
            query.fault(LAST_EVENT_ID, LAST_EVENT_ID_RULE);
        }
        return position.orElse(null);
    }
}
