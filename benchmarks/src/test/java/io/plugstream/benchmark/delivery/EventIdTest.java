package io.plugstream.benchmark.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class EventIdTest {

    @Test
    void numbersAreReadFromTheId() {
        EventId id = new EventId(7, 1_234_567);

        UUID uuid = id.uuid(1_800_000_000_000L);

        assertThat(EventId.of(UUID.fromString(uuid.toString()))).isEqualTo(id);
        assertThat(uuid.version()).isEqualTo(7);
        assertThat(uuid.variant()).isEqualTo(2);
    }
}
