package io.plugstream.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class UnknownVariablesTest {

    @Test
    void misspeltVariablesAreFound() {
        assertThat(UnknownVariables.among(List.of("PATH", "PLUGSTREAM_OUTBOXX_POLL", "PLUGSTREAM_OUTBOX_POLLL")))
                .containsExactly("PLUGSTREAM_OUTBOXX_POLL", "PLUGSTREAM_OUTBOX_POLLL");
    }

    @Test
    void settingsOfAllServicesAreKnownInEachSpelling() {
        assertThat(UnknownVariables.among(List.of(
                        "PLUGSTREAM_INSTANCE",
                        "PLUGSTREAM_OUTBOX_POLL",
                        "PLUGSTREAM_WEBHOOKADDRESS_ALLOWHTTP",
                        "PLUGSTREAM_WEBHOOK_ADDRESS_ALLOW_HTTP",
                        "PLUGSTREAM_QUOTA_STANDBYREPLICAS",
                        "PLUGSTREAM_SHIELD_TRUSTEDPROXIES_0")))
                .isEmpty();
    }
}
