package io.plugstream.api.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.webhook.ConnectionFault;
import io.plugstream.model.webhook.Outcome;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExplanationsTest {

    @ParameterizedTest
    @EnumSource(Outcome.class)
    void explanationsOfOutcomesAreUnique(Outcome outcome) {
        String words = of(outcome, null, null);
        assertThat(words).endsWith(".");
        assertThat(Arrays.stream(Outcome.values())
                        .filter(other -> of(other, null, null).equals(words)))
                .containsExactly(outcome);
    }

    @Test
    void explanationsContainKnownDetails() {
        assertThat(of(Outcome.REJECTED, 302, null)).contains("302").endsWith("Redirects are not followed.");
        assertThat(of(Outcome.REJECTED, 401, null)).contains("401").contains("needs a secret");
        assertThat(of(Outcome.DISCONNECTED, 200, null)).contains("begun to answer 200");
        assertThat(of(Outcome.CONNECT_FAILED, null, ConnectionFault.TLS)).contains("certificate");
        assertThat(of(Outcome.CONNECT_FAILED, null, ConnectionFault.NAME_NOT_FOUND))
                .contains("name does not exist");
        assertThat(of(Outcome.CONNECT_FAILED, null, ConnectionFault.NAME_NOT_RESOLVED))
                .contains("name servers or ours did not answer")
                .endsWith("Nothing was sent.");
        assertThat(of(Outcome.TIMED_OUT, null, ConnectionFault.NO_ANSWER))
                .isEqualTo("No connection within 5 seconds. Check name, port and firewall. Nothing was sent.");
        assertThat(of(Outcome.TIMED_OUT, null, null)).endsWith("may still have received the event.");
        assertThat(Explanations.of(delivery(null, null), null)).isEqualTo("It is under way.");
    }

    private static String of(Outcome outcome, @Nullable Integer status, @Nullable ConnectionFault fault) {
        return Explanations.of(delivery(outcome.wireName(), status), fault);
    }

    private static Delivery delivery(@Nullable String outcome, @Nullable Integer status) {
        UUID id = UUID.randomUUID();
        return new Delivery(id, id, "charger.boot", outcome, status, null, null, Instant.EPOCH);
    }
}
