package io.plugstream.api.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.parts.RealParts;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;

/** Commands that set passwords and have timed out at the same time. */
class UnknownPasswordsIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private static RunningService service;

    private final String organisation = "org-" + UUID.randomUUID();

    @BeforeAll
    static void start() {
        service = RunningService.start(RealParts.kafka(), Database.fresh(RealParts.postgres()));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void register() {
        service.database().run("INSERT INTO organisations VALUES (?, 'late', 'Scale', now())", organisation);
        List.of("CP-1", "CP-2")
                .forEach(charger -> service.database()
                        .run(
                                "INSERT INTO chargers (organisation_id, charge_box_id, mode, password_hash, created_at)"
                                        + " VALUES (?, ?, 'live', repeat('0', 64), now())",
                                organisation,
                                charger));
    }

    @Test
    void theLastPasswordOfAChargerIsItsNext() {
        UUID first = timedOut("CP-1");
        UUID last = timedOut("CP-1");

        end(last, first).block(TIMEOUT);

        assertThat(next("CP-1")).isEqualTo(last.toString());
    }

    /** Otherwise two replicas could wait for each other. */
    @Test
    void chargersAreChangedInTheOrderOfTheirIds() throws Exception {
        UUID ofFirst = timedOut("CP-1");
        UUID ofSecond = timedOut("CP-2");
        try (Connection other = service.database().connect()) {
            other.setAutoCommit(false);
            lock(other, "CP-1");
            var ending = end(ofSecond, ofFirst).toFuture();
            Awaitility.await()
                    .atMost(TIMEOUT)
                    .until(() -> !service.database()
                            .ask("SELECT count(*) FROM pg_stat_activity"
                                    + " WHERE datname = current_database() AND wait_event_type = 'Lock'")
                            .equals("0"));

            lock(other, "CP-2");
            other.rollback();
            ending.join();
        }
        assertThat(List.of(next("CP-1"), next("CP-2"))).containsExactly(ofFirst.toString(), ofSecond.toString());
    }

    private static Mono<Void> end(UUID... commands) {
        return service.bean(NewPasswords.class)
                .endUnknown(List.of(commands).stream().map(Optional::of).toList())
                .as(service.bean(TransactionalOperator.class)::transactional);
    }

    private UUID timedOut(String charger) {
        UUID id = UUID.randomUUID();
        service.database()
                .run(
                        "INSERT INTO commands (id, organisation_id, mode, charge_box_id, action, status, created_at,"
                                + " sent_at, expires_at, password_hash) VALUES (?, ?, 'live', ?, 'ChangeConfiguration',"
                                + " 'timed_out', clock_timestamp(), now(), now(), repeat('1', 64))",
                        id,
                        organisation,
                        charger);
        return id;
    }

    /** Fails if the charger is locked. */
    private void lock(Connection other, String charger) throws Exception {
        try (var statement = other.prepareStatement(
                "SELECT FROM chargers WHERE organisation_id = ? AND charge_box_id = ? FOR UPDATE NOWAIT")) {
            statement.setString(1, organisation);
            statement.setString(2, charger);
            statement.execute();
        }
    }

    private String next(String charger) {
        return service.database()
                .ask(
                        "SELECT next_password_command FROM chargers WHERE organisation_id = ? AND charge_box_id = ?",
                        organisation,
                        charger);
    }
}
