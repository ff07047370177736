package io.plugstream.benchmark.disturbance;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class NeighboursCommandTest {

    @Test
    void showsTheChangeOfALatencyInPercent() {
        assertThat(NeighboursCommand.more(Duration.ofMillis(10), Duration.ofMillis(12)))
                .isEqualTo("+20 %");
        assertThat(NeighboursCommand.more(Duration.ofMillis(10), Duration.ofMillis(9)))
                .isEqualTo("-10 %");
        assertThat(NeighboursCommand.more(Duration.ZERO, Duration.ofMillis(9))).isEqualTo("-");
    }

    @Test
    void framesAreCallsAndTheirAnswersAreRecognised() {
        JsonNode call = Json.mapper().readTree(Frames.status(17, 3));
        assertThat(call.get(1).stringValue()).isEqualTo("17");
        assertThat(call.get(3).path("status").stringValue()).isEqualTo("Preparing");
        assertThat(call.get(3).path("info").stringValue()).isEqualTo("17");
        assertThat(Json.mapper()
                        .readTree(Frames.poison(1))
                        .get(3)
                        .path("chargePointVendor")
                        .stringValue())
                .isEqualTo("\0");
        assertThat(Frames.answered("[3,\"17\",{}]")).isEqualTo(17);
        assertThat(Frames.answered("[4,\"17\",\"FormationViolation\",\"\",{}]")).isEqualTo(-1);
    }

    @Test
    void inventedKeysHaveAValidChecksum() {
        String key = MadeUpKey.next(new Random(1));
        assertThat(key).hasSize(59).matches("plug_live_[0-9A-Za-z]{49}");
        CRC32 crc = new CRC32();
        crc.update(key.substring(0, 53).getBytes(StandardCharsets.US_ASCII));
        long check = key.substring(53)
                .chars()
                .mapToLong(NeighboursCommandTest::digit)
                .reduce(0, (sum, d) -> sum * 62 + d);
        assertThat(check).isEqualTo(crc.getValue());
    }

    private static long digit(int character) {
        return "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".indexOf(character);
    }
}
