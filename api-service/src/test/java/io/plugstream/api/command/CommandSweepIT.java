package io.plugstream.api.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.parts.RealParts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.transaction.reactive.TransactionalOperator;

class CommandSweepIT {

    private static RunningService service;

    @BeforeAll
    static void start() {
        service = RunningService.start(RealParts.kafka(), Database.fresh(RealParts.postgres()));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void insertMany() {
        service.database().run("""
                INSERT INTO commands (id, organisation_id, mode, charge_box_id, action, status, created_at, expires_at)
                SELECT gen_random_uuid(), 'old', 'live', 'CP', 'GetReport', 'accepted', now() - interval '40 days', now()
                FROM generate_series(1, 7000)""");
    }

    /** The clocks of two instances may differ by 5 s (ADR 10). */
    @Test
    void aReplicaWhoseClockIsAheadEndsNoCommandEarly() {
        Instant expires = Instant.now().plusSeconds(3_600).truncatedTo(ChronoUnit.MILLIS);
        UUID id = queued(expires);

        sweepAt(expires.plusSeconds(5));
        assertThat(status(id)).isEqualTo("queued");
        sweepAt(expires.plusSeconds(7));
        assertThat(status(id)).isEqualTo("timed_out");
        service.database().run("TRUNCATE commands CASCADE");
    }

    @Test
    void aReplicaWhoseClockIsAheadDeletesNoYoungCommands() {
        UUID id = queued(Instant.now().plusSeconds(3_600));

        sweep(Clock.offset(Clock.systemUTC(), Duration.ofDays(500))).forget().block();

        assertThat(status(id)).isEqualTo("queued");
        service.database().run("TRUNCATE commands CASCADE");
    }

    private static UUID queued(Instant expires) {
        UUID id = UUID.randomUUID();
        service.database()
                .run(
                        "INSERT INTO commands"
                                + " (id, organisation_id, mode, charge_box_id, action, status, created_at, expires_at)"
                                + " VALUES (?, 'swept', 'live', 'CP', 'Reset', 'queued', now(), ?)",
                        id,
                        expires);
        return id;
    }

    private static String status(UUID id) {
        return service.database().ask("SELECT status FROM commands WHERE id = ?", id);
    }

    private static void sweepAt(Instant now) {
        sweep(Clock.fixed(now, ZoneOffset.UTC)).sweep().block();
    }

    private static CommandSweep sweep(Clock clock) {
        return new CommandSweep(
                service.bean(DatabaseClient.class),
                service.bean(TransactionalOperator.class),
                service.bean(NewPasswords.class),
                service.bean(CommandProperties.class),
                service.bean(CommandMetrics.class),
                clock);
    }

    @Test
    void oldCommandsAreDeletedInBatches() {
        service.database().slowDeletes("commands");
        service.bean(CommandSweep.class).forget().block();
        assertThat(service.database().ask("SELECT count(*) FROM commands")).isEqualTo("0");
    }

    @Test
    void oldReportsAreDeletedInBatches() {
        service.database().run("""
                INSERT INTO command_report_parts (command_id, part_id, last, received_at, items)
                SELECT id, gen_random_uuid(), true, now() - interval '2 days', '[]' FROM commands""");
        service.database().slowDeletes("command_report_parts");
        service.bean(CommandSweep.class).forgetReports().block();
        assertThat(service.database().ask("SELECT count(*) FROM command_report_parts"))
                .isEqualTo("0");
    }
}
