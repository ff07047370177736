package io.plugstream.webhook.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OpenClaimsTest {

    private final Instant noon = Instant.parse("2026-01-31T12:00:00Z");
    private final OpenClaims claims = new OpenClaims();

    @Test
    void aClaimIsOpenFromItsAppendUntilItsEnd() {
        Claimed claim = claim();
        claims.sent(List.of(claim));
        assertThat(claims.due(noon, 0)).isEmpty();

        claims.appended(List.of(claim), 5);
        assertThat(claims.due(noon, 0)).containsExactly(claim);
        assertThat(claims.due(noon.minusMillis(1), 0)).isEmpty();

        claims.ended(claim.deliveryId());
        claims.ended(claim.deliveryId());
        assertThat(claims.due(noon, 0)).isEmpty();
        assertThat(claims.size()).isZero();
    }

    @Test
    void aClaimMayBeDueByItsNumber() {
        Claimed first = claim();
        Claimed second = claim();
        Claimed third = claim();
        claims.sent(List.of(first));
        claims.appended(List.of(first), 5);
        claims.sent(List.of(second));
        claims.appended(List.of(second), 6);
        claims.sent(List.of(third));

        assertThat(claims.due(noon.minusSeconds(10_800), 1)).containsExactly(first);
        assertThat(claims.count()).isEqualTo(3);
    }

    @Test
    void theLogIsNeededFromTheOldestOpenClaim() {
        Claimed first = claim();
        Claimed second = claim();
        claims.reached(3);
        assertThat(claims.openFrom()).isEqualTo(3);

        claims.sent(List.of(first));
        assertThat(claims.openFrom()).isEqualTo(3);
        claims.appended(List.of(first), 5);
        claims.sent(List.of(second));
        claims.appended(List.of(second), 6);
        assertThat(claims.openFrom()).isEqualTo(5);

        claims.ended(first.deliveryId());
        assertThat(claims.openFrom()).isEqualTo(6);

        claims.ended(second.deliveryId());
        assertThat(claims.openFrom()).isEqualTo(7);
    }

    @Test
    void afterTheLogWasRecreatedOnlyTheNewOneCounts() {
        Claimed claim = claim();
        claims.reached(1_000);
        claims.sent(List.of(claim));
        claims.appended(List.of(claim), 0);
        assertThat(claims.openFrom()).isZero();

        claims.ended(claim.deliveryId());
        assertThat(claims.openFrom()).isEqualTo(1);
    }

    @Test
    void claimsThatTheLogLostHideNoneThatFollow() {
        Claimed lost = claim();
        Claimed following = claim();
        claims.sent(List.of(lost));
        claims.appended(List.of(lost), 999);
        claims.sent(List.of(following));
        claims.appended(List.of(following), 990);

        assertThat(claims.openFrom()).isEqualTo(990);
    }

    @Test
    void aClaimInARecreatedLogIsNoneOfTheFirst() {
        claims.reached(1_000);
        long first = claims.count();
        Claimed claim = claim();
        claims.sent(List.of(claim));
        claims.appended(List.of(claim), 0);

        assertThat(claims.due(noon.minusSeconds(10_800), first)).isEmpty();
    }

    private Claimed claim() {
        return new Claimed(UUID.randomUUID(), "acme", Mode.LIVE, "w", UUID.randomUUID(), EventType.CHARGER_BOOT, noon);
    }
}
