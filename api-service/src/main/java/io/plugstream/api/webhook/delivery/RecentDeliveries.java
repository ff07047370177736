package io.plugstream.api.webhook.delivery;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.plugstream.api.database.Columns;
import io.r2dbc.spi.Readable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a webhook's newest ended deliveries ended.
 *
 * @param ended their number, at most {@value #MOST}
 * @param failed those of them that were not delivered
 * @param last the newest; null without any
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
record RecentDeliveries(long ended, long failed, @Nullable Last last) {

    /** A number, not a time, bounds what is read, whether a webhook gets an event a day or a hundred a second. */
    static final int MOST = 100;

    static final RecentDeliveries NONE = new RecentDeliveries(0, 0, null);

    static RecentDeliveries of(Readable row) {
        return new RecentDeliveries(
                Columns.get(row, "ended", Long.class), Columns.get(row, "failed", Long.class), Last.of(row));
    }

    /**
     * @param responseStatus null without a response
     * @param at the time of the attempt; of the claim if there was none
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    record Last(String outcome, @Nullable Integer responseStatus, Instant at) {

        private static Last of(Readable row) {
            return new Last(
                    Columns.get(row, "outcome", String.class),
                    row.get("response_status", Integer.class),
                    Columns.get(row, "at", Instant.class));
        }
    }
}
