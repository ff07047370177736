package io.plugstream.api.projection;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.parts.Postgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.r2dbc.core.DatabaseClient;

/** Where the sweep of old meter values begins, and what is left of the ones that it deleted. */
class OldMeterValuesIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final ApiReplica replica = Replicas.first();
    private final String organisation = "org-" + UUID.randomUUID();
    private final Connection connection;
    private Duration later = Duration.ZERO;
    private final Retention retention = retention();

    OldMeterValuesIT() throws SQLException {
        Postgres postgres = Platform.get().postgres();
        connection = DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    /** Before them lie the index entries of deleted values, until PostgreSQL has vacuumed the table. */
    @Test
    void aSweepContinuesBehindTheValuesThatTheLastOneLookedAt() throws SQLException {
        transaction(1);
        values(1, 500);
        sweep();
        assertThat(valuesOf(1)).as("of a transaction that goes on").isEqualTo(25);

        run("UPDATE transactions SET stopped_at = listed_at WHERE organisation_id = ?");
        values(2, 450);
        sweep();
        assertThat(valuesOf(1)).isEqualTo(25);
        assertThat(valuesOf(2)).isZero();

        later = Duration.ofHours(25);
        sweep();
        assertThat(valuesOf(1)).as("once a day, it begins with the oldest").isZero();
    }

    /** Otherwise a replica that never finds anything would look at the entries of all that another one deletes. */
    @Test
    void aSweepContinuesBehindValuesThatAnotherReplicaDeleted() throws SQLException {
        sweep();

        values(1, 450);
        sweep();
        assertThat(valuesOf(1)).isEqualTo(25);

        later = Duration.ofHours(25);
        sweep();
        assertThat(valuesOf(1)).isZero();
    }

    /** By default after a fifth of the table, which is 80 days of 400. */
    @ParameterizedTest
    @ValueSource(strings = {"meter_values", "transactions", "daily_usage", "commands", "event_trails"})
    void postgresqlVacuumsALargeTableAfterASmallPartOfIt(String table) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("""
                SELECT option_value::float FROM pg_class, pg_options_to_table(reloptions)
                WHERE oid = ?::regclass AND option_name = 'autovacuum_vacuum_scale_factor'""")) {
            statement.setString(1, table);
            try (ResultSet rows = statement.executeQuery()) {
                assertThat(rows.next()).as("set").isTrue();
                assertThat(rows.getDouble(1)).isLessThanOrEqualTo(0.02);
            }
        }
    }

    private void sweep() {
        var _ = retention.sweep().block(TIMEOUT);
    }

    private Retention retention() {
        RetentionProperties usual = replica.bean(RetentionProperties.class);
        return new Retention(
                replica.bean(DatabaseClient.class),
                new RetentionProperties(
                        usual.usage(), usual.transactions(), usual.deletedChargers(), usual.every(), 10),
                new Clock() {
                    @Override
                    public Instant instant() {
                        return Instant.now().plus(later);
                    }

                    @Override
                    public ZoneId getZone() {
                        return ZoneOffset.UTC;
                    }

                    @Override
                    public Clock withZone(ZoneId zone) {
                        return this;
                    }
                },
                replica.bean(MeterRegistry.class));
    }

    private void transaction(int id) throws SQLException {
        run("""
                INSERT INTO transactions (organisation_id, charge_box_id, mode, transaction_id, status, started_at,
                    stopped_at, listed_at)
                SELECT ?, 'CP', 'live', %d, 'completed', now() - interval '500 days', now(),
                    now() - interval '500 days'""".formatted(id));
    }

    private void values(int transaction, int daysAgo) throws SQLException {
        run("""
                INSERT INTO meter_values (organisation_id, charge_box_id, transaction_id, sampled_at, event_id, ordinal,
                    measurand, value, unit, stored_at)
                SELECT ?, 'CP', %d, now(), gen_random_uuid(), n, 'Voltage', 230, 'V', now() - interval '%d days'
                FROM generate_series(1, 25) AS n""".formatted(transaction, daysAgo));
    }

    private long valuesOf(int transaction) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT count(*) FROM meter_values WHERE organisation_id = ? AND transaction_id = " + transaction)) {
            statement.setString(1, organisation);
            try (ResultSet rows = statement.executeQuery()) {
                assertThat(rows.next()).isTrue();
                return rows.getLong(1);
            }
        }
    }

    private void run(String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, organisation);
            statement.execute();
        }
    }
}
