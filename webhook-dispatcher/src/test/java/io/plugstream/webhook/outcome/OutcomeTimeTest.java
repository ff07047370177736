package io.plugstream.webhook.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OutcomeTimeTest {

    private final Instant now = Instant.parse("2026-01-31T12:00:00Z");

    @Test
    void isUsuallyThatOfTheAppend() {
        assertThat(timeAfter(Duration.ofSeconds(-3))).isEqualTo(now);
    }

    @Test
    void isNotBeforeTheClaimThoughTheClockWentBack() {
        assertThat(timeAfter(Duration.ofMinutes(10))).isEqualTo(now.plus(Duration.ofMinutes(10)));
    }

    @Test
    void isNotSoFarAheadThatABrokerWouldRefuseIt() {
        assertThat(timeAfter(Duration.ofHours(3))).isEqualTo(now);
    }

    /** @param ahead of the claim, compared with the append */
    private Instant timeAfter(Duration ahead) {
        Claimed claim = new Claimed(
                UUID.randomUUID(), "acme", Mode.LIVE, "w", UUID.randomUUID(), EventType.CHARGER_BOOT, now.plus(ahead));
        return Instant.ofEpochMilli(OutcomeTime.of(Ended.withoutAttempt(claim, Outcome.SHED, now), now));
    }
}
