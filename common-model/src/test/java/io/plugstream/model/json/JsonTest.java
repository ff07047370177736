package io.plugstream.model.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    /** Limits and monitored values pass through several topics between a charger and a client of the API. */
    @ParameterizedTest
    @ValueSource(
            strings = {"12345678.5", "0.0001", "9007199254740993.5", "0.12345678901234567891", "16.0", "-0.10", "7"})
    void numbersOfAnyJsonKeepTheirDigitsAndGetNoExponent(String number) {
        String json = "{\"limit\":" + number + "}";

        assertThat(Json.mapper().writeValueAsString(Json.mapper().readTree(json)))
                .isEqualTo(json);
    }

    /** The API reads a client's numbers as doubles, which are written with exponents. */
    @Test
    void exponentsAreWrittenOut() {
        assertThat(Json.mapper().writeValueAsString(Json.mapper().readTree("[1.23456785E7,1.0E-4]")))
                .isEqualTo("[12345678.5,0.00010]");
    }
}
