package io.plugstream.simulator.fleet;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Where a charger connects, and how it proves who it is. */
public record ChargerAddress(URI url, String chargeBoxId, String password) {

    String credentials() {
        return "Basic "
                + Base64.getEncoder().encodeToString((chargeBoxId + ':' + password).getBytes(StandardCharsets.UTF_8));
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "ChargerAddress[" + url + ']';
    }
}
