package io.plugstream.api.transaction;

import io.plugstream.api.database.Columns;
import io.plugstream.api.http.Cursor;
import io.plugstream.api.http.TimestampRange;
import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.util.Optional;

/** A transaction and its place in the list of all. */
record ListedTransaction(Transaction transaction, Place place) {

    static ListedTransaction of(Readable row) {
        return new ListedTransaction(
                transaction(row),
                new Place(Columns.get(row, "listed_at", Instant.class), Columns.get(row, "id", Long.class)));
    }

    private static Transaction transaction(Readable row) {
        return new Transaction(
                Columns.get(row, "transaction_id", Integer.class),
                Columns.get(row, "charge_box_id", String.class),
                row.get("connector_id", Integer.class),
                row.get("id_tag", String.class),
                Columns.get(row, "status", String.class),
                row.get("meter_start", Long.class),
                row.get("meter_stop", Long.class),
                row.get("energy", Long.class),
                row.get("started_at", Instant.class),
                row.get("stopped_at", Instant.class),
                row.get("reason", String.class),
                row.get("station_transaction_id", String.class));
    }

    /** Sorted by time, then by the order of storage. */
    record Place(Instant listedAt, long id) {

        Cursor cursor() {
            return Cursor.of(listedAt.toString(), Long.toString(id));
        }

        static Optional<Place> of(Cursor cursor) {
            return cursor.values().size() == 2
                    ? Optional.of(new Place(
                            TimestampRange.clamp(Instant.parse(cursor.values().getFirst())),
                            Long.parseLong(cursor.values().getLast())))
                    : Optional.empty();
        }
    }
}
