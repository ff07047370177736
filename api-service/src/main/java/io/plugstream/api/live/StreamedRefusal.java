package io.plugstream.api.live;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.charger.RefusedHandshake.Reason;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A refused handshake in a stream, with the fields that lists have. */
@JsonInclude(JsonInclude.Include.ALWAYS)
record StreamedRefusal(UUID id, @Nullable String chargeBoxId, Reason reason, String address, Instant refusedAt) {

    static StreamedRefusal of(RefusedHandshake refusal) {
        return new StreamedRefusal(
                refusal.id(), refusal.chargeBoxId(), refusal.reason(), refusal.address(), refusal.refusedAt());
    }
}
