package io.plugstream.api.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.database.OldRows;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.parts.Postgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.r2dbc.core.DatabaseClient;
import reactor.core.publisher.Mono;

class RetentionIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int BATCH = 10;
    private static final Pattern READS =
            Pattern.compile("on meter_values old .*actual .*rows=([0-9.]+) loops=([0-9]+)");

    private static final Pattern LOOKED_AT = Pattern.compile("(?:actual .*rows=|Rows Removed by Filter: )([0-9]+)");

    private final String organisation = "org-" + UUID.randomUUID();
    private final Connection connection;

    RetentionIT() throws SQLException {
        // It creates the tables.
        var _ = Replicas.first();
        Postgres postgres = Platform.get().postgres();
        connection = DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void expiredDailyCountsAreDeletedInBatches() throws SQLException {
        run("""
                INSERT INTO daily_usage SELECT ?, (now() AT TIME ZONE 'UTC')::date - age, 1
                FROM generate_series(0, 434) AS age""");

        assertThat(retention(Replicas.first()).sweep().block(TIMEOUT)).isGreaterThanOrEqualTo(34);

        assertThat(count("SELECT count(*) FROM daily_usage WHERE organisation_id = ?"))
                .as("today and the 400 days before it")
                .isEqualTo(401);
    }

    @Test
    void oldTransactionsAreDeletedWithTheirValuesAndYoungOnesKeepTheirs() throws SQLException {
        transaction(1, 401, 401);
        values(1, 405, 25);
        transaction(2, 401, 399);
        values(2, 401, 25);
        transaction(3, 10, 10);
        values(3, 10, 5);
        // These values belong to no transaction.
        values(4, 500, 5);
        values(5, 300, 5);

        var _ = retention(Replicas.first()).sweep().block(TIMEOUT);

        assertThat(count("SELECT count(*) FROM transactions WHERE organisation_id = ? AND transaction_id = 1"))
                .isZero();
        assertThat(count("SELECT count(*) FROM transactions WHERE organisation_id = ?"))
                .isEqualTo(2);
        assertThat(List.of(valuesOf(1), valuesOf(2), valuesOf(3), valuesOf(4), valuesOf(5)))
                .containsExactly(0L, 25L, 5L, 0L, 5L);
    }

    @Test
    void aReplicaWhoseClockIsAheadDeletesNoYoungRows() throws SQLException {
        transaction(1, 399, 399);
        values(1, 399, 5);

        Clock ahead = Clock.offset(Clock.systemUTC(), Duration.ofDays(500));
        var _ = retention(Replicas.first(), ahead).sweep().block(TIMEOUT);

        assertThat(count("SELECT count(*) FROM transactions WHERE organisation_id = ?"))
                .isEqualTo(1);
        assertThat(valuesOf(1)).isEqualTo(5);
    }

    @Test
    void chargersWithWrongClocksNeitherDelayNorEscapeTheDeletion() throws SQLException {
        transaction(1, 401, 401);
        values(1, 405, 25, "'2050-01-01Z'");
        transaction(2, 0, 0);
        values(2, 0, 3_000, "'2010-01-01Z'");

        assertThat(valuesLookedAt()).isLessThan(3_000);
        var _ = retention(Replicas.first()).sweep().block(TIMEOUT);

        assertThat(List.of(valuesOf(1), valuesOf(2))).containsExactly(0L, 3_000L);
    }

    @Test
    void oldValuesOfARunningTransactionDoNotDelayTheDeletionOfOthers() throws SQLException {
        transaction(1, 500, 0);
        values(1, 500, 3_000);
        values(2, 450, 25);
        // Stored one after another.
        run("UPDATE meter_values SET stored_at = stored_at + ordinal * interval '1 second' WHERE organisation_id = ?");

        assertThat(valuesLookedAt()).isLessThan(1_000);
        var _ = retention(Replicas.first()).sweep().block(TIMEOUT);

        assertThat(List.of(valuesOf(1), valuesOf(2))).containsExactly(3_000L, 0L);
    }

    @Test
    void aTableThatCannotBeSweptDoesNotKeepOthersFromIt() throws SQLException {
        values(1, 500, 1);
        run("""
                INSERT INTO refused_handshakes (id, organisation_id, charge_box_id, reason, address, refused_at)
                SELECT gen_random_uuid(), ?, 'CP', 'unknown_id', '192.0.2.7', now() - interval '8 days'""");
        connection.setAutoCommit(false);
        run("UPDATE meter_values SET unit = 'mV' WHERE organisation_id = ?");

        assertThatThrownBy(() -> retention(Replicas.first()).sweep().block(TIMEOUT))
                .hasMessageContaining("lock");
        connection.rollback();
        connection.setAutoCommit(true);

        assertThat(valuesOf(1)).isEqualTo(1);
        assertThat(count("SELECT count(*) FROM refused_handshakes WHERE organisation_id = ?"))
                .isZero();
    }

    @Test
    void refusedHandshakesAreDeletedAfterSevenDays() throws SQLException {
        run("""
                INSERT INTO refused_handshakes (id, organisation_id, charge_box_id, reason, address, refused_at)
                SELECT gen_random_uuid(), ?, 'CP', 'unknown_id', '192.0.2.7', now() - age * interval '1 day' + interval '1 hour'
                FROM generate_series(1, 30) AS age""");

        var _ = retention(Replicas.first()).sweep().block(TIMEOUT);

        assertThat(count("SELECT count(*) FROM refused_handshakes WHERE organisation_id = ?"))
                .isEqualTo(7);
    }

    @Test
    void handshakesOfRegisteredChargersDoNotDelayTheTrimmingOfOthers() throws SQLException {
        run("""
                INSERT INTO refused_handshakes (id, organisation_id, charge_box_id, mode, reason, address, refused_at)
                SELECT gen_random_uuid(), ?, 'CP-' || n, 'live', 'wrong_password', '192.0.2.7', now()
                FROM generate_series(1, 20000) AS n""");
        try (Statement statement = connection.createStatement()) {
            statement.execute("ANALYZE refused_handshakes");
        }

        DatabaseClient.GenericExecuteSpec trim = Replicas.first()
                .bean(DatabaseClient.class)
                .sql("EXPLAIN ANALYZE " + RefusalProjection.TRIM_ORGANISATIONS)
                .bind("rows", "[{\"organisationId\":\"%s\"}]".formatted(organisation));
        List<String> plan = plan(trim);
        assertThat(plan.stream().flatMap(line -> LOOKED_AT.matcher(line).results()))
                .as(String.join("\n", plan))
                .isNotEmpty()
                .allSatisfy(rows -> assertThat(Integer.parseInt(rows.group(1))).isLessThan(20_000));
    }

    @Test
    void oneReplicaDeletesAtATimeAndEachRowOnce() throws SQLException {
        transaction(1, 500, 500);
        values(1, 500, 95);
        double before = deleted(Replicas.first()) + deleted(Replicas.second());
        try (Connection other = DriverManager.getConnection(
                        Platform.get().postgres().jdbcUrl(),
                        Platform.get().postgres().username(),
                        Platform.get().postgres().password());
                var turn = other.createStatement()) {
            turn.execute("SELECT pg_advisory_lock(" + Retention.LOCK + ")");
            assertThat(retention(Replicas.first()).sweep().block(TIMEOUT)).isZero();
            assertThat(valuesOf(1)).isEqualTo(95);
        }

        var _ = Mono.zip(
                        retention(Replicas.first()).sweep(),
                        retention(Replicas.second()).sweep())
                .block(TIMEOUT);
        var _ = retention(Replicas.first()).sweep().block(TIMEOUT);

        assertThat(valuesOf(1)).isZero();
        assertThat(count("SELECT count(*) FROM transactions WHERE organisation_id = ?"))
                .isZero();
        assertThat(deleted(Replicas.first()) + deleted(Replicas.second()) - before)
                .isGreaterThanOrEqualTo(96);
    }

    /** The replica's retention with smaller batches. */
    private static Retention retention(ApiReplica replica) {
        return retention(replica, replica.bean(Clock.class));
    }

    private static Retention retention(ApiReplica replica, Clock clock) {
        RetentionProperties usual = replica.bean(RetentionProperties.class);
        return new Retention(
                replica.bean(DatabaseClient.class),
                new RetentionProperties(
                        usual.usage(), usual.transactions(), usual.deletedChargers(), usual.every(), BATCH),
                clock,
                replica.bean(MeterRegistry.class));
    }

    private static double deleted(ApiReplica replica) {
        return replica.bean(MeterRegistry.class).find("plugstream.api.retention.deleted").counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private void transaction(int id, int startedDaysAgo, int stoppedDaysAgo) throws SQLException {
        run("""
                INSERT INTO transactions (organisation_id, charge_box_id, mode, transaction_id, status, started_at,
                    stopped_at, listed_at)
                SELECT ?, 'CP', 'live', %1$d, 'completed', now() - interval '%2$d days', now() - interval '%3$d days',
                    now() - interval '%2$d days'""".formatted(id, startedDaysAgo, stoppedDaysAgo));
    }

    private void values(int transaction, int daysAgo, int number) throws SQLException {
        values(transaction, daysAgo, number, "now() - interval '%d days'".formatted(daysAgo));
    }

    /** Values of one moment by the charger's clock. It is also the time in their event's id. */
    private void values(int transaction, int daysAgo, int number, String sampledAt) throws SQLException {
        run("""
                INSERT INTO meter_values (organisation_id, charge_box_id, transaction_id, sampled_at, event_id, ordinal,
                    measurand, value, unit, stored_at)
                SELECT ?, 'CP', %1$d, at, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0')
                    || '70008000000000000000')::uuid, n, 'Voltage', 230, 'V', now() - interval '%2$d days'
                FROM generate_series(1, %3$d) AS n, CAST(%4$s AS timestamptz) AS at
                """.formatted(transaction, daysAgo, number, sampledAt));
    }

    /** By the statement that deletes one batch. */
    private static double valuesLookedAt() {
        DatabaseClient database = Replicas.first().bean(DatabaseClient.class);
        List<String> plan = plan(
                OldRows.bind(database.sql("EXPLAIN ANALYZE " + OldMeterValues.SQL), Instant.now(), Duration.ofDays(400))
                        .bind("storedAt", Instant.EPOCH)
                        .bind("place", "(0,0)")
                        .bind("batch", BATCH)
                        .bind("lock", Retention.LOCK));
        List<MatchResult> reads =
                plan.stream().flatMap(line -> READS.matcher(line).results()).toList();
        assertThat(reads).as(String.join("\n", plan)).hasSize(1);
        return Double.parseDouble(reads.getFirst().group(1))
                * Double.parseDouble(reads.getFirst().group(2));
    }

    private static List<String> plan(DatabaseClient.GenericExecuteSpec explained) {
        return Objects.requireNonNull(explained
                .map(row -> row.get(0, String.class))
                .all()
                .collectList()
                .block(TIMEOUT));
    }

    private long valuesOf(int transaction) throws SQLException {
        return count("SELECT count(*) FROM meter_values WHERE organisation_id = ? AND transaction_id = " + transaction);
    }

    private void run(String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, organisation);
            statement.execute();
        }
    }

    private long count(String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, organisation);
            try (ResultSet rows = statement.executeQuery()) {
                assertThat(rows.next()).isTrue();
                return rows.getLong(1);
            }
        }
    }
}
