package io.plugstream.gateway.trace;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import io.plugstream.model.charger.ChargerId;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Limits how many frames this gateway publishes: per charger, per organisation and in total. */
@Component
final class FrameLimits {

    private static final int MOST_REMEMBERED = 10_000;
    private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(2);

    private final WatchProperties properties;
    private final TimeMeter time;
    private final Cache<ChargerId, Share> chargers;
    private final Cache<String, Bucket> organisations;
    private final Bucket all;

    @Autowired
    FrameLimits(WatchProperties properties) {
        this(properties, TimeMeter.SYSTEM_NANOTIME);
    }

    FrameLimits(WatchProperties properties, TimeMeter time) {
        this.properties = properties;
        this.time = time;
        this.chargers = cache(time);
        this.organisations = cache(time);
        this.all = bucket(properties.perSecond());
    }

    Share of(ChargerId charger) {
        return chargers.get(charger, this::share);
    }

    private Share share(ChargerId charger) {
        return new Share(bucket(properties.ofCharger()), charger.organisationId());
    }

    /** Not kept in the shares, because the cache would then forget a bucket that is in use. */
    private Bucket ofOrganisation(String organisationId) {
        return organisations.get(organisationId, _ -> bucket(properties.ofOrganisation()));
    }

    private Bucket bucket(int perSecond) {
        return Bucket.builder()
                .withCustomTimePrecision(time)
                .addLimit(limit -> limit.capacity(2L * perSecond).refillGreedy(perSecond, Duration.ofSeconds(1)))
                .build();
    }

    private static <K, V> Cache<K, V> cache(TimeMeter time) {
        return Caffeine.newBuilder()
                .ticker(time::currentTimeNanos)
                .maximumSize(MOST_REMEMBERED)
                .expireAfterAccess(FORGOTTEN_AFTER)
                .build();
    }

    /** A charger's share, and how many of its frames were left out since the last published one. */
    final class Share {

        private final Bucket own;
        private final String organisationId;
        private final AtomicInteger withheld = new AtomicInteger();

        private Share(Bucket own, String organisationId) {
            this.own = own;
            this.organisationId = organisationId;
        }

        /** Whether another frame may be published. */
        boolean allow() {
            return own.tryConsume(1) && ofOrganisation(organisationId).tryConsume(1) && all.tryConsume(1);
        }

        /** Counts frames that are left out. */
        void leaveOut(int frames) {
            withheld.addAndGet(frames);
        }

        /** Returns how many frames were left out, and resets the count. */
        int takeWithheld() {
            return withheld.getAndSet(0);
        }
    }
}
