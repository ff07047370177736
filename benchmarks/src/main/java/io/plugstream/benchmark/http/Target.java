package io.plugstream.benchmark.http;

import java.nio.charset.StandardCharsets;

/**
 * What is asked, and where.
 *
 * @param port on loopback
 * @param key the API key that is shown
 */
record Target(int port, String key) {

    static final String PATH = "/api/v1/webhooks";

    /** The request as it goes over the wire; the key is sent to the yardstick, too. */
    byte[] request() {
        return "GET %s HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nX-API-Key: %s\r\n\r\n"
                .formatted(PATH, key)
                .getBytes(StandardCharsets.US_ASCII);
    }
}
