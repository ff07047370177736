package io.plugstream.gateway.trace;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.organisation.OrganisationId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.stereotype.Component;

/** {@code /actuator/trace}: switches the trace of one charger on this gateway on and off. */
@Component
@WebEndpoint(id = "trace")
class TraceEndpoint {

    private static final Duration USUAL = Duration.ofMinutes(10);
    private static final Duration LONGEST = Duration.ofHours(1);

    private final FrameTrace trace;

    TraceEndpoint(FrameTrace trace) {
        this.trace = trace;
    }

    record Tracing(String charger, Instant until) {}

    @ReadOperation
    Map<String, Instant> traced() {
        return trace.traced();
    }

    @WriteOperation
    WebEndpointResponse<Tracing> start(
            @Selector String organisationId, @Selector String chargeBoxId, @Nullable Duration duration) {
        ChargerId charger = charger(organisationId, chargeBoxId);
        return trace.start(charger, checked(duration))
                .map(until -> new WebEndpointResponse<>(new Tracing(charger.toString(), until)))
                .orElseGet(() -> new WebEndpointResponse<>(WebEndpointResponse.STATUS_TOO_MANY_REQUESTS));
    }

    @DeleteOperation
    WebEndpointResponse<Void> stop(@Selector String organisationId, @Selector String chargeBoxId) {
        return new WebEndpointResponse<>(
                trace.stop(charger(organisationId, chargeBoxId))
                        ? WebEndpointResponse.STATUS_NO_CONTENT
                        : WebEndpointResponse.STATUS_NOT_FOUND);
    }

    private static Duration checked(@Nullable Duration duration) {
        if (duration == null) {
            return USUAL;
        }
        if (!duration.isPositive() || duration.compareTo(LONGEST) > 0) {
            throw new InvalidEndpointRequestException("duration out of bounds", "The duration is at most 1 h");
        }
        return duration;
    }

    private static ChargerId charger(String organisationId, String chargeBoxId) {
        if (!OrganisationId.isValid(organisationId) || !ChargerId.isChargeBoxId(chargeBoxId)) {
            throw new InvalidEndpointRequestException("not a charger's id", "The path does not name a charger");
        }
        return new ChargerId(organisationId, chargeBoxId);
    }
}
