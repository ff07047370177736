package io.plugstream.plug.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.plugstream.plug.api.Failure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventTest {

    private static final String ID = "019c1344-3a00-7000-8000-000000000001";

    @Test
    void theBodyIsTheUnchangedTextAfterTheEventId() throws Failure {
        var rest = "\"event\":\"transaction.updated\",\"timestamp\":\"2026-01-31T09:00:00.000Z\",\"data\":"
                + "{\"chargeBoxId\":\"CP-ä\",\"meterValues\":[{\"value\":150.50},{\"value\":0.0000001},{\"value\":7}],"
                + "\"text\":\"\\\"\\\\/\\u0001\"}}";
        var event = Event.of("{\"eventId\":\"" + ID + "\"," + rest);

        assertThat(event.body()).isEqualTo("{" + rest);
        assertThat(event.id()).isEqualTo(ID);
        assertThat(event.name()).isEqualTo("transaction.updated");
        assertThat(event.chargeBoxId()).isEqualTo("CP-ä");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{}", "{\"eventId\":7}", "{\"eventId\":\"a\\r\\nb\",\"event\":\"x\"}"})
    void invalidEventsAreRefused(String data) {
        assertThatExceptionOfType(Failure.class).isThrownBy(() -> Event.of(data));
    }
}
