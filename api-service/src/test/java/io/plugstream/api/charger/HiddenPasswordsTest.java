package io.plugstream.api.charger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Responses may appear in log lines, their passwords may not. */
class HiddenPasswordsTest {

    private final RegisteredCharger charger =
            new RegisteredCharger("CP-1", null, "ws://localhost", "s3cret", Instant.EPOCH);

    @Test
    void aRegisteredChargerDoesNotShowItsPassword() {
        assertThat(charger).asString().contains("CP-1").doesNotContain("s3cret");
    }

    @Test
    void aBatchDoesNotShowPasswords() {
        assertThat(new BatchResult(List.of(BatchResult.Item.created(charger))))
                .asString()
                .contains("CP-1")
                .doesNotContain("s3cret");
    }

    @Test
    void toStringHidesANewPassword() {
        assertThat(new ChargerController.NewPassword("s3cret")).asString().doesNotContain("s3cret");
    }
}
