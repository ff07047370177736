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

    /** Just after an overflow. */
    private static final long NOW = Long.MIN_VALUE;

    private final OpenClaims claims = new OpenClaims();

    @Test
    void aClaimIsOpenFromItsAppendUntilItsEnd() {
        Claimed claim = claim();
        claims.sent(List.of(claim), NOW);
        assertThat(claims.due(NOW)).isEmpty();

        claims.appended(List.of(claim), 5);
        assertThat(claims.due(NOW)).containsExactly(claim);
        assertThat(claims.due(NOW - 1)).isEmpty();

        claims.ended(claim.deliveryId());
        claims.ended(claim.deliveryId());
        assertThat(claims.due(NOW)).isEmpty();
        assertThat(claims.size()).isZero();
    }

    @Test
    void aClaimIsDueOnceItIsKnownLongEnoughWhateverItsTime() {
        Claimed first = claim();
        Claimed second = claim();
        claims.sent(List.of(first), NOW - 1);
        claims.appended(List.of(first), 5);
        claims.sent(List.of(second), NOW);
        claims.appended(List.of(second), 6);

        assertThat(claims.due(NOW - 2)).isEmpty();
        assertThat(claims.due(NOW - 1)).containsExactly(first);
        assertThat(claims.due(NOW)).containsExactly(first, second);
    }

    @Test
    void theLogIsNeededFromTheOldestOpenClaim() {
        Claimed first = claim();
        Claimed second = claim();
        claims.reached(3);
        assertThat(claims.openFrom()).isEqualTo(3);

        claims.sent(List.of(first), NOW);
        assertThat(claims.openFrom()).isEqualTo(3);
        claims.appended(List.of(first), 5);
        claims.sent(List.of(second), NOW);
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
        claims.sent(List.of(claim), NOW);
        claims.appended(List.of(claim), 0);
        assertThat(claims.openFrom()).isZero();

        claims.ended(claim.deliveryId());
        assertThat(claims.openFrom()).isEqualTo(1);
    }

    @Test
    void claimsThatTheLogLostHideNoneThatFollow() {
        Claimed lost = claim();
        Claimed following = claim();
        claims.sent(List.of(lost), NOW);
        claims.appended(List.of(lost), 999);
        claims.sent(List.of(following), NOW);
        claims.appended(List.of(following), 990);

        assertThat(claims.openFrom()).isEqualTo(990);
    }

    private Claimed claim() {
        return new Claimed(
                UUID.randomUUID(), "acme", Mode.LIVE, "w", UUID.randomUUID(), EventType.CHARGER_BOOT, Instant.EPOCH);
    }
}
