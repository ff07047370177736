package io.plugstream.api.charger;

import io.plugstream.api.access.Caller;
import java.nio.charset.StandardCharsets;
import org.springframework.stereotype.Component;
import org.springframework.web.util.UriUtils;

/** Builds the addresses that chargers connect to. */
@Component
class ConnectionUrls {

    private final String gateway;

    ConnectionUrls(ChargerProperties properties) {
        this.gateway = properties.connectionUrl().replaceAll("/+$", "");
    }

    /** The address of one charger; it ends with the percent-encoded organisation and charger ids. */
    String of(Caller caller, String chargeBoxId) {
        return gateway + '/' + encode(caller.organisationId()) + '/' + encode(chargeBoxId);
    }

    private static String encode(String segment) {
        return UriUtils.encode(segment, StandardCharsets.UTF_8);
    }
}
