package io.plugstream.api.portal;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.parts.RealParts;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SessionSweepIT {

    /** More than one statement can delete. */
    private static final int MANY = 7_000;

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static RunningService service;

    @BeforeAll
    static void start() {
        service = RunningService.start(RealParts.kafka(), Database.fresh(RealParts.postgres()));
        service.database().slowDeletes("portal_sessions");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void expiredSessionsAreDeletedInBatches() {
        insert("expired", MANY, "1 minute", "-1 second");
        insert("current", 1, "1 minute", "1 hour");

        assertThat(service.bean(SessionTable.class).sweep().block(TIMEOUT)).isEqualTo(MANY);
        assertThat(subjects()).isEqualTo("current");
    }

    @Test
    void idleSessionsAreDeletedInBatches() {
        insert("idle", MANY, "61 minutes", "1 hour");
        insert("current", 1, "59 minutes", "1 hour");

        assertThat(service.bean(SessionTable.class).sweep().block(TIMEOUT)).isEqualTo(MANY);
        assertThat(subjects()).isEqualTo("current");
    }

    @Test
    void aReplicaWhoseClockIsAheadEndsNoSession() {
        service.database().run("DELETE FROM portal_sessions");
        insert("current", 1, "10 minutes", "1 hour");
        Clock ahead = Clock.offset(Clock.systemUTC(), Duration.ofHours(2));

        try (RunningService wrong = RunningService.start(RealParts.kafka(), service.database(), ahead)) {
            SessionTable table = wrong.bean(SessionTable.class);
            assertThat(table.sweep().block(TIMEOUT)).isZero();
            String hash = service.database().ask("SELECT encode(hash, 'hex') FROM portal_sessions");
            assertThat(table.use(hash).block(TIMEOUT)).isNotNull();
            assertThat(service.database().ask("SELECT used_at <= now() FROM portal_sessions"))
                    .isEqualTo("t");
        }
    }

    private static void insert(String subject, int number, String unusedFor, String left) {
        service.database().run("""
                INSERT INTO portal_sessions (hash, subject, operator, created_at, used_at, expires_at)
                SELECT sha256(gen_random_uuid()::text::bytea), ?, false, now() - interval '2 hours',
                    now() - ?::interval, now() + ?::interval
                FROM generate_series(1, ?)""", subject, unusedFor, left, number);
    }

    private static String subjects() {
        return service.database().ask("SELECT string_agg(DISTINCT subject, ' ') FROM portal_sessions");
    }
}
