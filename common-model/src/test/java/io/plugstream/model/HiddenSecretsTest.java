package io.plugstream.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.charger.ChargerRegistration.NextPassword;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.model.sandbox.SandboxProtocol;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Records may appear in log lines, their secrets may not. */
class HiddenSecretsTest {

    @Test
    void aRegistrationDoesNotShowItsHash() {
        NextPassword next = new NextPassword(UUID.randomUUID(), "s3cret2");
        assertThat(new ChargerRegistration("acme", "CP-1", Mode.LIVE, "s3cret", Instant.EPOCH, next))
                .asString()
                .contains("acme/CP-1")
                .doesNotContain("s3cret");
        assertThat(next).asString().doesNotContain("s3cret");
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
