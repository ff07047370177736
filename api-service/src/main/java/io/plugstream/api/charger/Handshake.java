package io.plugstream.api.charger;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.plugstream.api.database.Columns;
import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A refused handshake.
 *
 * @param chargeBoxId null if the path contained none
 * @param reason the wire name of a {@link io.plugstream.model.charger.RefusedHandshake.Reason}
 * @param address the client's IP address; for IPv6 its /64 prefix
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
record Handshake(UUID id, @Nullable String chargeBoxId, String reason, String address, Instant refusedAt) {

    static Handshake of(Readable row) {
        return new Handshake(
                Columns.get(row, "id", UUID.class),
                row.get("charge_box_id", String.class),
                Columns.get(row, "reason", String.class),
                Columns.get(row, "address", String.class),
                Columns.get(row, "refused_at", Instant.class));
    }
}
