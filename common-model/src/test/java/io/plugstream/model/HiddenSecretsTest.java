package io.plugstream.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.model.sandbox.SandboxProtocol;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Records may appear in log lines, their secrets may not. */
class HiddenSecretsTest {

    @Test
    void aRegistrationDoesNotShowItsHash() {
        assertThat(new ChargerRegistration("acme", "CP-1", Mode.LIVE, "s3cret", Instant.EPOCH))
                .asString()
                .contains("acme/CP-1")
                .doesNotContain("s3cret");
    }

    @Test
    void aTestChargerDoesNotShowItsPassword() {
        assertThat(new SandboxCharger(
                        "acme",
                        "CP-1",
                        "s3cret",
                        true,
                        SandboxProtocol.OCPP_1_6,
                        1,
                        60,
                        11_000,
                        Map.of(),
                        Instant.EPOCH))
                .asString()
                .contains("acme/CP-1")
                .doesNotContain("s3cret");
    }
}
