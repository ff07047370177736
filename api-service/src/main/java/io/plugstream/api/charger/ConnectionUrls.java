package io.plugstream.api.charger;

import io.plugstream.api.access.Caller;
import java.nio.charset.StandardCharsets;
import org.springframework.stereotype.Component;
import org.springframework.web.util.UriUtils;

/** Where chargers connect. */
@Component
class ConnectionUrls {

    private final String gateway;

    ConnectionUrls(ChargerProperties properties) {
        this.gateway = properties.connectionUrl().replaceAll("/+$", "");
    }

    /** The address of one charger, with organisation and charger percent-encoded at its end. */
    String of(Caller caller, String chargeBoxId) {
        return gateway + '/' + encode(caller.organisationId()) + '/' + encode(chargeBoxId);
    }

    private static String encode(String segment) {
        return UriUtils.encode(segment, StandardCharsets.UTF_8);
    }
}
