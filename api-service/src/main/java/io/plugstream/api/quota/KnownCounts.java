package io.plugstream.api.quota;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plugstream.model.quota.QuotaDecision;
import java.time.Duration;
import java.time.LocalDate;
import org.springframework.stereotype.Component;

/**
 * The last known count of each organisation's day: from all replicas' decisions, plus the calls that this replica has
 * admitted without a decision since. It never exceeds the final count.
 */
@Component
class KnownCounts {

    private static final int MOST_ORGANISATIONS = 200_000;

    private final Cache<String, Count> counts = Caffeine.newBuilder()
            .maximumSize(MOST_ORGANISATIONS)
            .expireAfterWrite(Duration.ofDays(1))
            .executor(Runnable::run)
            .build();

    /** Applies a decision. Counts of a day only grow; the newer decision's limit is valid. */
    void learn(QuotaDecision decision) {
        Count received = new Count(decision.day(), decision.limit(), decision.used());
        counts.asMap().merge(decision.organisationId(), received, KnownCounts::newer);
    }

    /** Adds a call that was admitted without a decision; returns the new count. */
    long add(String organisationId, LocalDate day, long limit) {
        return counts.asMap()
                .merge(
                        organisationId,
                        new Count(day, limit, 1),
                        (known, _) -> known.day().equals(day)
                                ? new Count(day, limit, known.used() + 1)
                                : new Count(day, limit, 1))
                .used();
    }

    /** The count of that day; 0 if unknown. */
    long used(String organisationId, LocalDate day) {
        Count known = counts.getIfPresent(organisationId);
        return known == null || !known.day().equals(day) ? 0 : known.used();
    }

    /** Whether the day's allowance is known to be used up under that limit. */
    boolean isUsedUp(String organisationId, LocalDate day, long limit) {
        Count known = counts.getIfPresent(organisationId);
        return known != null && known.day().equals(day) && known.limit() == limit && known.used() >= limit;
    }

    private static Count newer(Count known, Count received) {
        int order = received.day().compareTo(known.day());
        if (order != 0) {
            return order > 0 ? received : known;
        }
        return received.used() < known.used() ? known : received;
    }

    private record Count(LocalDate day, long limit, long used) {}
}
