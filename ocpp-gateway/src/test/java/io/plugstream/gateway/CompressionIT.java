package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.ChargerId;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chargers that offer to compress. */
class CompressionIT {

    private static final RunningGateway gateway = SharedGateway.gateway();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "permessage-deflate",
                "permessage-deflate; client_no_context_takeover; server_no_context_takeover",
                "permessage-deflate; client_max_window_bits, permessage-deflate"
            })
    void noExtensionIsNegotiatedForOcpp16(String offer) throws Exception {
        ChargerId id = SharedGateway.registered();
        byte[] credentials = (id.chargeBoxId() + ":secret").getBytes(StandardCharsets.UTF_8);
        try (RawCharger charger = RawCharger.shakeHands(
                gateway.port(), "/ocpp/" + id, credentials, "ocpp1.6", Map.of("Sec-WebSocket-Extensions", offer))) {
            assertThat(charger.status()).isEqualTo(101);
            assertThat(charger.header("Sec-WebSocket-Extensions")).isNull();
            assertThat(charger.exchange("[2,\"1\",\"Heartbeat\",{}]")).startsWith("[3,\"1\",");
        }
    }
}
