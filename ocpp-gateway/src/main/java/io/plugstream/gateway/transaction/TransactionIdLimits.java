package io.plugstream.gateway.transaction;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.BlockingStrategy;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerId;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Limits how many transaction ids a charger takes from this gateway, over all its connections, because used ids never
 * return (ADR 123). A charger that is too fast waits, so that it keeps its connection and loses nothing.
 */
@Component
final class TransactionIdLimits {

    private static final Logger log = LoggerFactory.getLogger(TransactionIdLimits.class);

    /** Chargers wait about 30 s for an answer. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private static final int MOST_REMEMBERED = 100_000;

    private final TransactionProperties properties;
    private final TimeMeter time;
    private final BlockingStrategy waiting;
    private final Cache<ChargerId, Bucket> chargers;

    @Autowired
    TransactionIdLimits(TransactionProperties properties) {
        this(properties, TimeMeter.SYSTEM_NANOTIME, BlockingStrategy.PARKING);
    }

    TransactionIdLimits(TransactionProperties properties, TimeMeter time, BlockingStrategy waiting) {
        this.properties = properties;
        this.time = time;
        this.waiting = waiting;
        this.chargers = Caffeine.newBuilder()
                .ticker(time::currentTimeNanos)
                .maximumSize(MOST_REMEMBERED)
                // By then the bucket is full again, like a new one.
                .expireAfterAccess(properties.interval().multipliedBy(properties.burst()))
                .build();
    }

    /** Waits until the charger may take another id. */
    void take(ChargerId charger) throws NotAcknowledgedException {
        Bucket bucket = chargers.get(charger, _ -> bucket());
        if (bucket.tryConsume(1)) {
            return;
        }
        log.atWarn().addKeyValue("charger", charger).log("The charger begins too many transactions; it has to wait");
        try {
            if (!bucket.asBlocking().tryConsume(1, LONGEST_WAIT, waiting)) {
                throw new NotAcknowledgedException("the charger begins too many transactions");
            }
        } catch (InterruptedException e) {
            throw NotAcknowledgedException.interrupted(e);
        }
    }

    private Bucket bucket() {
        return Bucket.builder()
                .withCustomTimePrecision(time)
                .addLimit(limit -> limit.capacity(properties.burst()).refillGreedy(1, properties.interval()))
                .build();
    }
}
