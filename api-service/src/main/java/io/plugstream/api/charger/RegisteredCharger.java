package io.plugstream.api.charger;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The response to a registration; the password is not shown again. */
@JsonInclude(JsonInclude.Include.ALWAYS)
record RegisteredCharger(
        String chargeBoxId, @Nullable String name, String connectionUrl, String password, Instant createdAt) {

    /** A copy with another creation time. */
    RegisteredCharger at(Instant createdAt) {
        return new RegisteredCharger(chargeBoxId, name, connectionUrl, password, createdAt);
    }

    @Override
    public String toString() {
        return "RegisteredCharger[" + chargeBoxId + ']';
    }
}
