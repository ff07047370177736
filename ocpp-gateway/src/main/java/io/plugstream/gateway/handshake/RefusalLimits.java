package io.plugstream.gateway.handshake;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import io.plugstream.model.charger.ChargerId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Limits how many refused handshakes this gateway publishes, so that failing clients cannot fill Kafka. An organisation
 * has a share, so that a failing fleet hides no refusals of others. Unregistered ids, which anyone can invent, have
 * separate limits and use nothing of registered chargers' limits.
 */
@Component
final class RefusalLimits {

    /** Per registered charger, or per address for other ids. */
    static final int A_MINUTE = 12;

    /** Per registered charger and address, so that a stranger does not hide the charger's own refusals. */
    static final int A_MINUTE_OF_ADDRESS = 6;

    /** For the registered chargers of an organisation. */
    static final int A_SECOND_OF_ORGANISATION = 30;

    static final int A_SECOND_OF_REGISTERED = 100;
    static final int A_SECOND_OF_OTHERS = 20;

    private static final int MOST_REMEMBERED = 100_000;

    private final TimeMeter time;
    private final Cache<ChargerId, Bucket> chargers = cache();
    private final Cache<ChargerAt, Bucket> chargersAt = cache();
    private final Cache<String, Bucket> organisations = cache();
    private final Cache<String, Bucket> addresses = cache();
    private final Bucket registered;
    private final Bucket others;

    @Autowired
    RefusalLimits() {
        this(TimeMeter.SYSTEM_NANOTIME);
    }

    RefusalLimits(TimeMeter time) {
        this.time = time;
        this.registered = aSecond(A_SECOND_OF_REGISTERED);
        this.others = aSecond(A_SECOND_OF_OTHERS);
    }

    /**
     * Whether another refusal may be published.
     *
     * @param charger the charger, if it is registered
     */
    boolean allow(@Nullable ChargerId charger, String address) {
        return charger == null
                ? addresses.get(address, _ -> aMinute(A_MINUTE)).tryConsume(1) && others.tryConsume(1)
                : chargersAt
                                .get(new ChargerAt(charger, address), _ -> aMinute(A_MINUTE_OF_ADDRESS))
                                .tryConsume(1)
                        && chargers.get(charger, _ -> aMinute(A_MINUTE)).tryConsume(1)
                        && ofOrganisation(charger.organisationId()).tryConsume(1)
                        && registered.tryConsume(1);
    }

    private Bucket aMinute(int tokens) {
        return bucket(tokens, Duration.ofMinutes(1));
    }

    private Bucket ofOrganisation(String organisationId) {
        return organisations.get(organisationId, _ -> aSecond(A_SECOND_OF_ORGANISATION));
    }

    private Bucket aSecond(int tokens) {
        return bucket(tokens, Duration.ofSeconds(1));
    }

    private Bucket bucket(int tokens, Duration period) {
        return Bucket.builder()
                .withCustomTimePrecision(time)
                .addLimit(limit -> limit.capacity(tokens).refillGreedy(tokens, period))
                .build();
    }

    private static <K> Cache<K, Bucket> cache() {
        return Caffeine.newBuilder()
                .maximumSize(MOST_REMEMBERED)
                .expireAfterAccess(Duration.ofMinutes(2))
                .build();
    }

    private record ChargerAt(ChargerId charger, String address) {}
}
