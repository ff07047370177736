package io.plugstream.api.charger;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriUtils;

/** The response to a registration; the password is not shown again. */
@JsonInclude(JsonInclude.Include.ALWAYS)
record RegisteredCharger(
        String chargeBoxId, @Nullable String name, String connectionUrl, String password, Instant createdAt) {

    /** The charger's address in the API. */
    URI location() {
        return URI.create("/api/v1/chargers/" + UriUtils.encode(chargeBoxId, StandardCharsets.UTF_8));
    }

    /** A copy with another creation time. */
    RegisteredCharger at(Instant createdAt) {
        return new RegisteredCharger(chargeBoxId, name, connectionUrl, password, createdAt);
    }

    @Override
    public String toString() {
        return "RegisteredCharger[" + chargeBoxId + ']';
    }
}
