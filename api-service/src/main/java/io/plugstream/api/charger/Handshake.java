package io.plugstream.api.charger;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.util.Objects;
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
                Objects.requireNonNull(row.get("id", UUID.class)),
                row.get("charge_box_id", String.class),
                Objects.requireNonNull(row.get("reason", String.class)),
                Objects.requireNonNull(row.get("address", String.class)),
                Objects.requireNonNull(row.get("refused_at", Instant.class)));
    }
}
