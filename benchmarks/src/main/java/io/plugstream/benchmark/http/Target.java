package io.plugstream.benchmark.http;

import io.plugstream.benchmark.platform.Site;
import io.plugstream.model.quota.Tier;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A request's path and server.
 *
 * @param port on loopback
 * @param key the API key that is sent
 */
record Target(int port, String path, String key) {

    static final String CHARGERS = "/api/v1/chargers";
    static final String WEBHOOKS = "/api/v1/webhooks";
    static final String ORGANISATION = "/api/v1/organisation";

    /** Creates an organisation of that tier; the target reads it. */
    static Target organisation(Site site, String name, Tier tier) throws IOException, InterruptedException {
        return new Target(
                site.apiPort(), ORGANISATION, site.member(name, tier, 1).key());
    }

    /** The same request to another server. */
    Target at(int otherPort) {
        return new Target(otherPort, path, key);
    }

    /** The body of its answer. */
    byte[] answer() throws IOException {
        try (Connection connection = new Connection(port)) {
            return connection.exchange(request());
        }
    }

    /** The bytes of the GET request; the baseline gets the key too. */
    byte[] request() {
        return "GET %s HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nX-API-Key: %s\r\n\r\n"
                .formatted(path, key)
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** A POST request with the ASCII text {@code json}. */
    static byte[] post(String path, String key, String json) {
        return ("POST %s HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nX-API-Key: %s\r\n"
                        + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s")
                .formatted(path, key, json.length(), json)
                .getBytes(StandardCharsets.US_ASCII);
    }
}
