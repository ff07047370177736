package io.plugstream.gateway.handshake;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.organisation.OrganisationId;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.springframework.web.util.UriUtils;

/** The path {@code /ocpp/{organisationId}/{chargeBoxId}}; both ids are percent-encoded UTF-8. */
final class ChargerPath {

    static final String PREFIX = "/ocpp/";

    private ChargerPath() {}

    /** The charger that the path, as it came over the wire, names. */
    static Optional<ChargerId> parse(String rawPath) {
        if (!rawPath.startsWith(PREFIX)) {
            return Optional.empty();
        }
        String[] segments = rawPath.substring(PREFIX.length()).split("/", -1);
        if (segments.length != 2) {
            return Optional.empty();
        }
        return decode(segments[0])
                .filter(OrganisationId::isValid)
                .flatMap(organisation -> decode(segments[1])
                        .filter(ChargerId::isChargeBoxId)
                        .map(chargeBox -> new ChargerId(organisation, chargeBox)));
    }

    private static Optional<String> decode(String segment) {
        try {
            return Optional.of(UriUtils.decode(segment, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
