package io.plugstream.api.live;

import io.plugstream.api.http.ListQuery;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/**
 * The parsed query of a stream.
 *
 * @param since the stream begins with the events recorded from then on; null begins with new events
 */
record StreamQuery(EventFilter filter, @Nullable Instant since) {

    /** Reads query parameters; throws a problem with every fault. */
    static StreamQuery of(MultiValueMap<String, String> parameters) {
        ListQuery query = ListQuery.of(parameters);
        StreamQuery result = new StreamQuery(EventFilter.of(query), query.instant("since"));
        query.check();
        return result;
    }
}
