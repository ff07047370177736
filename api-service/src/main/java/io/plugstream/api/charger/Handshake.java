package io.plugstream.api.charger;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.plugstream.api.database.Columns;
import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A handshake that was refused.
 *
 * @param chargeBoxId null if the path named none
 * @param reason as {@link io.plugstream.model.charger.RefusedHandshake.Reason} is written
 * @param address where it came from; of IPv6 the /64
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@JsonPropertyOrder({"id", "chargeBoxId", "reason", "address", "refusedAt"})
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
