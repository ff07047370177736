package io.plugstream.api.transaction;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.plugstream.api.database.Columns;
import io.plugstream.api.http.Cursor;
import io.plugstream.api.http.TimestampRange;
import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A charging session in the API; unknown fields are null.
 *
 * @param energyWh completed: {@code meterStop - meterStart}; active: by the newest meter reading, null before the first
 * @param stationTransactionId the id given by a station of OCPP 2
 * @param place where it stands in the list of all
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
record Transaction(
        int transactionId,
        String chargeBoxId,
        @Nullable Integer connectorId,
        @Nullable String idTag,
        String status,
        @Nullable Long meterStart,
        @Nullable Long meterStop,
        @Nullable Long energyWh,
        @Nullable Instant startedAt,
        @Nullable Instant stoppedAt,
        @Nullable String reason,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String stationTransactionId,
        @JsonIgnore Place place) {

    static Transaction of(Readable row) {
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
                row.get("station_transaction_id", String.class),
                new Place(Columns.get(row, "listed_at", Instant.class), Columns.get(row, "id", Long.class)));
    }

    /** Sorted by time, then by the order of storage. */
    record Place(Instant listedAt, long id) {

        Cursor cursor() {
            return Cursor.of(TransactionQuery.LIST, listedAt.toString(), Long.toString(id));
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
