package io.plugstream.api.portal;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plugstream.api.access.PortalProperties;
import io.plugstream.api.access.PortalSession;
import io.plugstream.api.access.SessionDirectory;
import io.plugstream.api.database.Notifications;
import io.plugstream.api.database.TrustedCache;
import java.time.Clock;
import java.time.Duration;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Looks up sessions, mostly in memory. Each replica records a session's use at most once a minute, so a session may
 * count as idle a minute early.
 */
@Component
class Sessions implements SessionDirectory {

    private static final Duration USE_NOTED = Duration.ofMinutes(1);
    private static final int NOTED_OF_IDLE = 10;
    private static final int MOST = 100_000;

    private final SessionTable table;
    private final Clock clock;
    private final TrustedCache<String, PortalSession> known;
    private final Cache<String, Boolean> remembered =
            Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();

    Sessions(SessionTable table, PortalProperties properties, Notifications notifications, Clock clock) {
        this.table = table;
        this.clock = clock;
        this.known = new TrustedCache<>(
                notifications, SessionTable.ENDED, MOST, noted(properties.idle()), hash -> hash, table::use);
        notifications.listen(SessionTable.BEGUN, hash -> remembered.put(hash, true), Mono.defer(this::load));
        known.changes().subscribe(remembered::invalidate);
    }

    @Override
    public Mono<PortalSession> find(String presented) {
        return Mono.justOrEmpty(SessionSecret.parse(presented))
                .map(SessionSecret::hash)
                .flatMap(this::byHash);
    }

    @Override
    public Mono<PortalSession> again(PortalSession session) {
        return byHash(session.hash());
    }

    @Override
    public boolean isRemembered(String presented) {
        return SessionSecret.parse(presented)
                .map(SessionSecret::hash)
                .filter(hash -> remembered.getIfPresent(hash) != null)
                .isPresent();
    }

    @Override
    public Mono<Void> ended(PortalSession session) {
        return known.changes().filter(session.hash()::equals).next().then();
    }

    /** Ends a session: at once on this replica, within a second on others. */
    Mono<Void> end(PortalSession session) {
        return table.end(session.hash()).then(Mono.fromRunnable(() -> {
            known.drop(session.hash());
            remembered.invalidate(session.hash());
        }));
    }

    /** A session counts for a minute more at most if the clock here is behind. */
    private Mono<PortalSession> byHash(String hash) {
        return known.get(hash)
                .flatMap(session -> session.expiresAt().isAfter(clock.instant()) ? Mono.just(session) : anew(hash))
                .doOnNext(_ -> remembered.put(hash, true));
    }

    /** Records use more often if the idle timeout is short: at least ten times in it. */
    private static Duration noted(Duration idle) {
        Duration part = idle.dividedBy(NOTED_OF_IDLE);
        return part.compareTo(USE_NOTED) < 0 ? part : USE_NOTED;
    }

    /** The database decides, because the clock here may be ahead of its clock. */
    private Mono<PortalSession> anew(String hash) {
        return Mono.defer(() -> {
            known.drop(hash);
            return known.get(hash);
        });
    }

    private Mono<Void> load() {
        return table.hashes(MOST).doOnNext(hash -> remembered.put(hash, true)).then();
    }
}
