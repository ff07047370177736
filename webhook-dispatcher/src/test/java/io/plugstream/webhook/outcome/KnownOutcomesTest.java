package io.plugstream.webhook.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.Attempt;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.Outcome;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class KnownOutcomesTest {

    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

    private final KnownOutcomes known = new KnownOutcomes(10_000);

    @Test
    void anOutcomeIsKnownUntilItIsForgotten() {
        Ended one = outcome(100);
        known.add(one);
        assertThat(known.of(one.deliveryId())).isSameAs(one);

        known.forget(one.deliveryId());
        known.forget(one.deliveryId());
        assertThat(known.of(one.deliveryId())).isNull();
    }

    @Test
    void theOldestAreForgottenIfAllTogetherAreTooLarge() {
        Ended first = outcome(2_000);
        Ended second = outcome(2_000);
        Ended third = outcome(4_000);
        known.add(first);
        known.add(second);
        known.add(third);

        assertThat(known.of(first.deliveryId())).isNull();
        assertThat(known.of(second.deliveryId())).isSameAs(second);
        assertThat(known.of(third.deliveryId())).isSameAs(third);
    }

    @Test
    void forgottenOutcomesMakeRoom() {
        for (int i = 0; i < 100; i++) {
            Ended passing = outcome(4_000);
            known.add(passing);
            known.add(passing);
            known.forget(passing.deliveryId());
        }
        Ended first = outcome(3_000);
        Ended second = outcome(3_000);
        known.add(first);
        known.add(second);

        assertThat(known.of(first.deliveryId())).isSameAs(first);
    }

    private static Ended outcome(int body) {
        Claimed claim =
                new Claimed(UUID.randomUUID(), "acme", Mode.LIVE, "w", UUID.randomUUID(), EventType.CHARGER_BOOT, NOON);
        Attempt attempt = new Attempt("http://localhost/", Map.of(), "x".repeat(body), null, null);
        return Ended.of(claim, Outcome.DELIVERED, 200, NOON, 5L, NOON, attempt);
    }
}
