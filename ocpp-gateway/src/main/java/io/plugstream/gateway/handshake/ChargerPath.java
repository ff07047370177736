package io.plugstream.gateway.handshake;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.organisation.OrganisationId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriUtils;

/**
 * The path {@code /ocpp/{organisationId}/{chargeBoxId}}; both ids are percent-encoded UTF-8. Empty segments do not
 * count, because many chargers append a slash and their id to a base URL that ends with a slash.
 */
final class ChargerPath {

    private static final String FIRST = "ocpp";

    private ChargerPath() {}

    /** The charger that the path names. The path is still percent-encoded. */
    static Optional<ChargerId> parse(String rawPath) {
        return segments(rawPath).size() == 3 ? meant(rawPath).flatMap(Meant::charger) : Optional.empty();
    }

    /** The organisation, and the charger if possible, that a path below {@code /ocpp/} refers to, even if wrong. */
    static Optional<Meant> meant(String rawPath) {
        List<String> segments = segments(rawPath);
        if (segments.size() < 2 || !segments.getFirst().equals(FIRST)) {
            return Optional.empty();
        }
        Optional<String> chargeBox =
                segments.size() > 2 ? decode(segments.get(2)).filter(ChargerId::isChargeBoxId) : Optional.empty();
        return decode(segments.get(1))
                .filter(OrganisationId::isValid)
                .map(organisation -> new Meant(organisation, chargeBox.orElse(null)));
    }

    private static List<String> segments(String rawPath) {
        return Arrays.stream(rawPath.split("/"))
                .filter(segment -> !segment.isEmpty())
                .toList();
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
