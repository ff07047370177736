package io.plugstream.gateway.handshake;

import java.util.Arrays;

/** How charger and gateway secure their connection (OCPP 1.6 security whitepaper, section 3). */
enum SecurityProfile {
    /** A password, on a plain socket. */
    PASSWORD(1),
    /** A password, on TLS with the gateway's certificate. */
    TLS_AND_PASSWORD(2),
    /** TLS with certificates of both sides. */
    TLS_AND_CERTIFICATE(3);

    private final int number;

    SecurityProfile(int number) {
        this.number = number;
    }

    /** The whitepaper's number. */
    int number() {
        return number;
    }

    static SecurityProfile of(int number) {
        return Arrays.stream(values())
                .filter(profile -> profile.number == number)
                .findFirst()
                .orElseThrow();
    }
}
