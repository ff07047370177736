package io.plugstream.simulator.fleet;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The URL to which a charger connects, and its credentials. */
public record ChargerAddress(URI url, String chargeBoxId, String password) {

    String credentials() {
        return "Basic "
                + Base64.getEncoder().encodeToString((chargeBoxId + ':' + password).getBytes(StandardCharsets.UTF_8));
    }

    /** Omits the password. */
    @Override
    public String toString() {
        return "ChargerAddress[" + url + ']';
    }
}
