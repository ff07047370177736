package io.plugstream.api.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CreatedKeyTest {

    @Test
    void toStringHidesTheKey() {
        assertThat(new ApiKeyController.CreatedKey(UUID.randomUUID(), "name", "plug_live_secret", Instant.EPOCH))
                .asString()
                .doesNotContain("secret");
    }
}
