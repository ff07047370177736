package io.plugstream.api.key;

import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.r2dbc.core.DatabaseClient;
import reactor.core.Disposable;

class KeyUseIT {

    private static final String KEYS = "SELECT id FROM api_keys WHERE organisation_id = '%s' AND name = 'many' ";

    private final String organisation = Tenant.of(Replicas.first(), Tier.FREE).id();
    private final KeyUse use = new KeyUse(Replicas.first().bean(DatabaseClient.class), Clock.systemUTC());

    /** Otherwise two replicas that write the use of the same keys could wait for each other. */
    @Test
    void keysAreLockedInTheOrderOfTheirIds() throws SQLException {
        try (Connection other = connect();
                Connection third = connect()) {
            ids(third, """
                    INSERT INTO api_keys (id, organisation_id, name, mode, hash, prefix, created_at, created_by)
                    SELECT gen_random_uuid(), '%s', 'many', 'live',
                        decode(md5(random()::text) || md5(random()::text), 'hex'), '', now(), 'someone'
                    FROM generate_series(1, 32) RETURNING id""").forEach(use::used);
            other.setAutoCommit(false);
            ids(other, KEYS + "ORDER BY id DESC LIMIT 1 FOR UPDATE");

            // A statement waits for a lock for 1.4 s.
            Disposable writing = use.write().retry().subscribe();
            await().until(() -> ids(third, KEYS + "FOR UPDATE SKIP LOCKED"), List::isEmpty);
            writing.dispose();
            other.rollback();
        }
    }

    private static Connection connect() throws SQLException {
        var postgres = Platform.get().postgres();
        return DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
    }

    private List<UUID> ids(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql.formatted(organisation))) {
            List<UUID> ids = new ArrayList<>();
            while (rows.next()) {
                ids.add(rows.getObject(1, UUID.class));
            }
            return ids;
        }
    }
}
