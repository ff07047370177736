package io.plugstream.api.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.StationFacts;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;

/** Starts are linked to commands while the results of the same commands are stored. */
class RemoteStartLocksIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static RunningService service;
    private static Database database;

    /** Nothing ends a wait for a lock, except that PostgreSQL notices a deadlock. */
    @BeforeAll
    static void start() {
        database = Database.fresh(RealParts.postgres());
        service = RunningService.start(
                RealParts.kafka(),
                database,
                "--spring.r2dbc.properties.statementTimeout=PT1M",
                "--spring.r2dbc.properties.lockWaitTimeout=PT1M",
                "--plugstream.database.silence=2m");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** A result locks the first command and wants the second, a start the other way round. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void startsAndResultsOfTheSameCommandsDoNotDeadlock(boolean ofStation) throws Exception {
        String organisation = "locks-" + ofStation;
        Instant at = Instant.parse("2026-01-31T09:00:00Z");
        UUID first = command(organisation, "CP-1", 1, at);
        UUID second = command(organisation, "CP-2", 2, at);
        List<EventRecord> starts =
                List.of(started(organisation, "CP-2", 2, ofStation), started(organisation, "CP-1", 1, ofStation));
        CompletableFuture<?> linked;
        CompletableFuture<?> stored;
        try (var holder = database.connect()) {
            holder.setAutoCommit(false);
            try (var lock = holder.prepareStatement("SELECT id FROM commands WHERE id = ? FOR UPDATE")) {
                lock.setObject(1, second);
                lock.execute();
            }
            linked = inTransaction(service.bean(EventProjection.class).apply(starts));
            awaitWaiting(1);
            stored = results()
                    .apply(List.of(new CommandResult.Sent(first, at), new CommandResult.Sent(second, at)))
                    .toFuture();
            awaitWaiting(2);
            holder.rollback();
        }
        linked.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        stored.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);

        assertThat(database.ask(
                        "SELECT string_agg(concat_ws(' ', status, transaction_id), ', ' ORDER BY number) FROM commands"
                                + " WHERE organisation_id = ?",
                        organisation))
                .isEqualTo("sent 1, sent 2");
    }

    private static UUID command(String organisation, String chargeBoxId, int number, Instant at) {
        UUID id = new UUID(organisation.hashCode(), number);
        database.run(
                "INSERT INTO commands (id, organisation_id, mode, charge_box_id, action, status, created_at,"
                        + " expires_at, id_tag, number) VALUES (?, ?, 'live', ?, 'RemoteStartTransaction', 'queued',"
                        + " ?, now() + interval '1 hour', 'TAG', ?)",
                id,
                organisation,
                chargeBoxId,
                at,
                number);
        return id;
    }

    private static EventRecord started(String organisation, String chargeBoxId, int number, boolean ofStation) {
        EventRecord started = new Story(organisation, chargeBoxId).started(number, 100);
        return ofStation ? started.ofStation(StationFacts.ofTransaction("own", number)) : started;
    }

    private static CompletableFuture<?> inTransaction(Mono<Void> work) {
        return service.bean(TransactionalOperator.class).transactional(work).toFuture();
    }

    @SuppressWarnings("unchecked") // the projection of another package
    private static BatchProjection<CommandResult> results() {
        return service.bean("resultProjection", BatchProjection.class);
    }

    private static void awaitWaiting(int connections) {
        await().atMost(TIMEOUT)
                .until(() -> database.ask("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                                + " AND wait_event_type = 'Lock'")
                        .equals(Integer.toString(connections)));
    }
}
