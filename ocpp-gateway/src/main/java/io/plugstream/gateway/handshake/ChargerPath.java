package io.plugstream.gateway.handshake;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.organisation.OrganisationId;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriUtils;

/** The path {@code /ocpp/{organisationId}/{chargeBoxId}}; both ids are percent-encoded UTF-8. */
final class ChargerPath {

    static final String PREFIX = "/ocpp/";

    private ChargerPath() {}

    /** The charger that the path names. The path is still percent-encoded. */
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

    /** The organisation, and the charger if possible, that a path below {@value #PREFIX} refers to, even if wrong. */
    static Optional<Meant> meant(String rawPath) {
        if (!rawPath.startsWith(PREFIX)) {
            return Optional.empty();
        }
        String[] segments = rawPath.substring(PREFIX.length()).split("/", -1);
        Optional<String> chargeBox =
                segments.length > 1 ? decode(segments[1]).filter(ChargerId::isChargeBoxId) : Optional.empty();
        return decode(segments[0])
                .filter(OrganisationId::isValid)
                .map(organisation -> new Meant(organisation, chargeBox.orElse(null)));
    }

    /**
     * @param chargeBoxId null if the path has no valid one
     */
    record Meant(String organisationId, @Nullable String chargeBoxId) {

        Optional<ChargerId> charger() {
            return Optional.ofNullable(chargeBoxId).map(id -> new ChargerId(organisationId, id));
        }
    }

    private static Optional<String> decode(String segment) {
        try {
            return Optional.of(UriUtils.decode(segment, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
