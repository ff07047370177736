package io.plugstream.api.charger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import io.plugstream.parts.Postgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Two registrations of one id, of which the second waits for the first. */
class SimultaneousRegistrationIT {

    @Test
    void anIdThatAnotherRegistrationJustTookIsAConflictEvenAtTheLimit() throws Exception {
        Tenant small = Tenant.of(Replicas.first(), Tier.FREE);
        Postgres postgres = Platform.get().postgres();
        try (Connection other =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                var work = other.createStatement()) {
            other.setAutoCommit(false);
            work.execute("INSERT INTO charger_counts VALUES ('" + small.id() + "', 'live', 0)");
            work.execute("INSERT INTO chargers (organisation_id, charge_box_id, mode, password_hash, created_at)"
                    + " VALUES ('" + small.id() + "', 'CP-1', 'live', repeat('0', 64), now())");
            Future<Answer> second = CompletableFuture.supplyAsync(
                    () -> small.live().post("/api/v1/chargers", "{\"chargeBoxId\":\"CP-1\"}"));
            await().until(() -> isAwaited(work));
            other.commit();

            assertThat(second.get().problem()).isEqualTo("conflict");
        }
    }

    /** Whether another transaction waits for the one of {@code holder}. */
    private static boolean isAwaited(Statement holder) throws SQLException {
        try (var rows = holder.executeQuery(
                "SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))")) {
            return rows.next();
        }
    }
}
