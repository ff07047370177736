package io.plugstream.api.charger;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The answer to a registration: the only time that the password is shown. */
@JsonInclude(JsonInclude.Include.ALWAYS)
@JsonPropertyOrder({"chargeBoxId", "name", "connectionUrl", "password", "createdAt"})
record RegisteredCharger(
        String chargeBoxId, @Nullable String name, String connectionUrl, String password, Instant createdAt) {

    /** The same, created then. */
    RegisteredCharger at(Instant createdAt) {
        return new RegisteredCharger(chargeBoxId, name, connectionUrl, password, createdAt);
    }

    @Override
    public String toString() {
        return "RegisteredCharger[" + chargeBoxId + ']';
    }
}
