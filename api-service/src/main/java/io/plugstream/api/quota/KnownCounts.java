package io.plugstream.api.quota;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plugstream.model.quota.QuotaDecision;
import java.time.Duration;
import java.time.LocalDate;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/**
 * The last known count of each organisation's day: from all replicas' decisions, plus the calls that this replica has
 * admitted without a decision since. It exceeds the final count only by calls whose append is under way, because it
 * would otherwise refuse calls that the allowance still has.
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
        Count received = new Count(decision.day(), decision.limit(), decision.used(), decision.used());
        counts.asMap().merge(decision.organisationId(), received, KnownCounts::newer);
    }

    /** The largest count of that day in a decision; 0 if unknown. */
    long decided(String organisationId, LocalDate day) {
        Count known = counts.getIfPresent(organisationId);
        return known == null || !known.day().equals(day) ? 0 : known.decided();
    }

    /**
     * Adds a call that was admitted without a decision; returns the new count. If a decision has raised the count since
     * the call was sent, it may include the call, which is then not added.
     *
     * @param before {@link #decided} before the call was sent
     */
    long add(String organisationId, LocalDate day, long limit, long before) {
        Count first = new Count(day, limit, 1, 0);
        Count added = counts.asMap()
                .merge(
                        organisationId,
                        first,
                        (known, _) -> known.day().isBefore(day) ? first : known.withCall(day, limit, before));
        return added.day().equals(day) ? added.used() : first.used();
    }

    /**
     * Adds a call before it is appended as admitted, so that simultaneous calls do not exceed the allowance.
     *
     * @return the count with the call; if that is more than {@code limit}, the call was not added
     */
    long reserve(String organisationId, LocalDate day, long limit) {
        AtomicLong place = new AtomicLong(1);
        counts.asMap().compute(organisationId, (_, known) -> {
            Count present = known == null || known.day().isBefore(day) ? new Count(day, limit, 0, 0) : known;
            if (!present.day().equals(day)) {
                return present;
            }
            place.set(present.used() + 1);
            return place.get() > limit ? present : new Count(day, limit, place.get(), present.decided());
        });
        return place.get();
    }

    /** Takes a reserved call back that was not appended, unless a decision has replaced the count since. */
    void giveBack(String organisationId, LocalDate day) {
        counts.asMap()
                .computeIfPresent(organisationId, (_, known) -> known.day().equals(day) ? known.withoutCall() : known);
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
        return received.used() < known.used() ? known.withDecided(received.decided()) : received;
    }

    /** @param decided the part of {@code used} that a decision reported */
    private record Count(LocalDate day, long limit, long used, long decided) {

        Count withCall(LocalDate dayOfCall, long limitOfCall, long before) {
            return dayOfCall.equals(day) && before == decided ? new Count(day, limitOfCall, used + 1, decided) : this;
        }

        Count withoutCall() {
            return new Count(day, limit, Math.max(decided, used - 1), decided);
        }

        Count withDecided(long more) {
            return new Count(day, limit, used, Math.max(decided, more));
        }
    }
}
