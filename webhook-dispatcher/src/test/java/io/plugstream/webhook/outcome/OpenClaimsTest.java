package io.plugstream.webhook.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OpenClaimsTest {

    private final Instant noon = Instant.parse("2026-01-31T12:00:00Z");
    private final OpenClaims claims = new OpenClaims();

    @Test
    void aClaimIsOpenUntilItsFirstOutcome() {
        Claimed claim = claim(noon);
        claims.apply(claim, 5);
        assertThat(claims.claimedBy(noon)).containsExactly(claim);
        assertThat(claims.claimedBy(noon.minusMillis(1))).isEmpty();

        claims.apply(Unknown.of(claim, noon), 6);
        claims.apply(Unknown.of(claim, noon), 7);
        assertThat(claims.claimedBy(noon)).isEmpty();
    }

    @Test
    void theLogIsNeededFromTheOldestOpenClaim() {
        Claimed first = claim(noon);
        Claimed second = claim(noon);
        assertThat(claims.neededFrom(3)).isEqualTo(3);

        claims.apply(first, 5);
        claims.apply(second, 6);
        assertThat(claims.neededFrom(10)).isEqualTo(5);

        claims.apply(Unknown.of(first, noon), 7);
        assertThat(claims.neededFrom(10)).isEqualTo(6);

        claims.apply(Unknown.of(second, noon), 8);
        assertThat(claims.neededFrom(10)).isEqualTo(10);
    }

    private static Claimed claim(Instant at) {
        return new Claimed(UUID.randomUUID(), "acme", Mode.LIVE, "w", UUID.randomUUID(), EventType.CHARGER_BOOT, at);
    }
}
