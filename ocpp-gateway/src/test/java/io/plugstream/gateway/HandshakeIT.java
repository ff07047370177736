package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Handshakes on the wire. */
class HandshakeIT {

    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();

    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "'', ?token=abc&x=/../y",
        "'', ?",
        "%20B%C3%B6x, ''",
        "%25, ''",
        "%2B+, ''",
        "%3B;v=1, ''",
        "@&=~!$()*, ''"
    })
    void identityIsPercentDecodedOnceAndQueryIsIgnored(String end, String query) throws Exception {
        String start = UUID.randomUUID().toString();
        ChargerId id =
                new ChargerId("demo", start + URLDecoder.decode(end.replace("+", "%2B"), StandardCharsets.UTF_8));
        topics.register(id, "secret");

        assertThat(welcome("/ocpp/demo/" + start + end + query, bytes(id.chargeBoxId() + ":secret")))
                .isEqualTo(101);
    }

    /** A charger may append a slash and its id to a base URL that ends with a slash. */
    @ParameterizedTest
    @ValueSource(strings = {"/ocpp/demo//%s", "/ocpp/demo/%s/", "/ocpp//demo/%s//?x=1", "//ocpp//demo/%s"})
    void emptySegmentsOfThePathAreIgnored(String path) throws Exception {
        ChargerId id = new ChargerId("demo", "CP-" + UUID.randomUUID());
        topics.register(id, "secret");

        assertThat(welcome(path.formatted(id.chargeBoxId()), bytes(id.chargeBoxId() + ":secret")))
                .isEqualTo(101);
    }

    @ParameterizedTest
    @CsvSource({
        "/ocpp/demo/%ZZ",
        "/ocpp/demo/%2525",
        "/ocpp/demo/%FF",
        "/ocpp/demo/a%2Fb",
        "/ocpp/demo/",
        "/ocpp/demo/a/b",
        "/ocpp//a",
        "/ocpp/demo%2Fa",
        "/ocpp/demo/%00",
        "/ocpp/demo/%2e%2e"
    })
    void pathsWithoutAValidChargerIdAreRefused(String path) throws Exception {
        try (RawCharger charger = RawCharger.shakeHands(gateway.port(), path, bytes("x:y"))) {
            assertThat(charger.status()).isIn(400, 404);
        }
    }

    @Test
    @OcaCase("TC_085_CSMS")
    @OcaCase("TC_A_01_CSMS")
    @OcaCase("TC_A_02_CSMS")
    @OcaCase("TC_A_03_CSMS")
    void passwordIsTheBytesAfterTheColonThatFollowsTheIdentity() throws Exception {
        ChargerId id = new ChargerId("demo", "CP-" + UUID.randomUUID());
        byte[] password = {':', 0, (byte) 0xff, (byte) 0xc3, '\n', ':'};
        topics.register(id, password);
        byte[] user = bytes(id.chargeBoxId() + ":");
        byte[] credentials = Arrays.copyOf(user, user.length + password.length);
        System.arraycopy(password, 0, credentials, user.length, password.length);

        assertThat(welcome("/ocpp/" + id, credentials)).isEqualTo(101);
        assertThat(answer("/ocpp/" + id, Arrays.copyOf(credentials, credentials.length - 1)))
                .isEqualTo(401);
        assertThat(answer("/ocpp/" + id, bytes("other:secret"))).isEqualTo(401);
        assertThat(answer("/ocpp/" + id, bytes(id.chargeBoxId()))).isEqualTo(401);
        assertThat(answer("/ocpp/" + id, bytes(""))).isEqualTo(401);
    }

    @Test
    @OcaCase("TC_088_CSMS")
    @OcaCase("TC_B_58_CSMS")
    void subprotocolIsChosenFromThoseOffered() throws Exception {
        ChargerId id = new ChargerId("demo", "CP-" + UUID.randomUUID());
        topics.register(id, "secret");
        String credentials = id.chargeBoxId() + ":secret";
        assertThat(welcome("/ocpp/" + id, bytes(credentials))).isEqualTo(101);

        try (RawCharger charger =
                RawCharger.shakeHands(gateway.port(), "/ocpp/" + id, bytes(credentials), "ocpp2.1, ocpp1.6")) {
            assertThat(charger.header("Sec-WebSocket-Protocol")).isEqualTo("ocpp1.6");
        }
        for (String offer : new String[] {"ocpp0.1", "ocpp2.0", "OCPP1.5, soap", ""}) {
            try (RawCharger charger = RawCharger.shakeHands(gateway.port(), "/ocpp/" + id, bytes(credentials), offer)) {
                assertThat(charger.status()).isEqualTo(101);
                assertThat(charger.header("Sec-WebSocket-Protocol")).isNull();
                assertThat(charger.readCloseCode()).isEqualTo(1002);
            }
        }
    }

    private static int welcome(String path, byte[] credentials) {
        return await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> answer(path, credentials), status -> status == 101);
    }

    private static int answer(String path, byte[] credentials) throws Exception {
        try (RawCharger charger = RawCharger.shakeHands(gateway.port(), path, credentials)) {
            return charger.status();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
