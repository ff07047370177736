package io.plugstream.api.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.plugstream.api.http.ProblemException;
import io.plugstream.model.json.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsChangeTest {

    @Test
    void missingFieldsStayUnchanged() {
        assertThat(SettingsChange.of(Json.mapper().readTree("{\"powerW\":22000}")))
                .isEqualTo(new SettingsChange(null, null, null, null, 22_000, null));
    }

    @Test
    void acceptIsTheDefaultAnswer() {
        assertThat(SettingsChange.of(Json.mapper()
                                .readTree("{\"answers\":{\"Reset\":\"silence\",\"ClearCache\":\"accept\"}}"))
                        .answers())
                .isEqualTo(Map.of("Reset", "silence"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"clockSpeed\":61}",
                "{\"clockSpeed\":0}",
                "{\"powerW\":1}",
                "{\"meterIntervalSeconds\":0}",
                "{\"simulated\":\"yes\"}",
                "{\"answers\":{\"Reset\":\"maybe\"}}",
                "{\"answers\":{\"Fly\":\"reject\"}}",
                "{\"protocol\":\"ocpp2.1\"}"
            })
    void faultsAreRefused(String json) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> SettingsChange.of(Json.mapper().readTree(json)));
    }
}
