package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.ChargerId;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chargers that offer compression. */
class CompressionIT {

    private static final String HEARTBEAT = "[2,\"1\",\"Heartbeat\",{}]";

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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "permessage-deflate",
                "permessage-deflate; client_no_context_takeover; server_no_context_takeover",
                "permessage-deflate; server_max_window_bits=10, permessage-deflate; client_max_window_bits"
            })
    void compressionIsNegotiatedForOcpp201(String offer) throws Exception {
        try (RawCharger station = station(offer)) {
            assertThat(station.header("Sec-WebSocket-Extensions"))
                    .isEqualTo("permessage-deflate;server_no_context_takeover;client_no_context_takeover");
            assertThat(station.exchange(HEARTBEAT)).startsWith("[3,\"1\",");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "permessage-deflate; server_max_window_bits=10",
                "permessage-deflate; unknown",
                "permessage-deflate; client_no_context_takeover; client_no_context_takeover",
                "x-webkit-deflate-frame"
            })
    void unsupportedOffersAreDeclined(String offer) throws Exception {
        try (RawCharger station = station(offer)) {
            assertThat(station.status()).isEqualTo(101);
            assertThat(station.header("Sec-WebSocket-Extensions")).isNull();
            assertThat(station.exchange(HEARTBEAT)).startsWith("[3,\"1\",");
        }
    }

    /** Long and short messages alternately, whole and in partial frames, compressed and uncompressed. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100, 60_000})
    void longAndShortMessagesAreReadAlternately(int frame) throws Exception {
        try (RawCharger station = station("permessage-deflate")) {
            int id = 10;
            for (int length : new int[] {40_000, 1, 50_000, 60_000, 2_000, 64_000}) {
                for (String repeated : new String[] {"x", "[", "ab"}) {
                    String data = repeated.repeat(length / repeated.length());
                    station.sendCompressed(
                            "[2,\"" + ++id + "\",\"DataTransfer\",{\"vendorId\":\"v\",\"data\":\"" + data + "\"}]",
                            frame);
                    assertThat(station.receive()).isEqualTo("[3,\"" + id + "\",{\"status\":\"UnknownVendorId\"}]");
                    station.sendCompressed("[2,\"" + ++id + "\",\"Heartbeat\",{}]", frame);
                    assertThat(station.receive()).startsWith("[3,\"" + id + "\",");
                    assertThat(station.exchange("[2,\"" + ++id + "\",\"Heartbeat\",{}]"))
                            .startsWith("[3,\"" + id + "\",");
                }
            }
        }
    }

    /** A frame that is short on the wire may be long when inflated. */
    @Test
    void frameSizeIsLimitedAfterInflation() throws Exception {
        try (RawCharger station = station("permessage-deflate")) {
            station.sendCompressed("[2,\"1\",\"DataTransfer\",{\"vendorId\":\"" + "x".repeat(65_537) + "\"}]", 60_000);
            assertThat(station.readCloseCode()).isEqualTo(1009);
        }
    }

    private static RawCharger station(String offer) throws Exception {
        ChargerId id = SharedGateway.registered();
        byte[] credentials = (id.chargeBoxId() + ":secret").getBytes(StandardCharsets.UTF_8);
        return RawCharger.shakeHands(
                gateway.port(), "/ocpp/" + id, credentials, "ocpp2.0.1", Map.of("Sec-WebSocket-Extensions", offer));
    }
}
