package io.plugstream.api.charger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import io.plugstream.parts.Postgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** An organisation whose changes wait for each other leaves the database's connections to the others. */
class BusyNeighbourIT {

    private static final String CHARGERS = "/api/v1/chargers";

    /** Many more than the pool's connections, so that freed ones would not suffice for all that wait. */
    private static final int MANY = 100;

    private final ApiReplica replica = Replicas.first();
    private final Tenant busy = Tenant.of(replica, Tier.SCALE);
    private final ApiClient other = Tenant.of(replica, Tier.SCALE).live();

    @Test
    void otherOrganisationsAreAnsweredWhileRegistrationsOfOneWaitForItsLock() throws Exception {
        assertThat(register(0).status()).isEqualTo(201);
        Postgres postgres = Platform.get().postgres();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                Connection holder =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                var lock =
                        holder.prepareStatement("SELECT 1 FROM charger_counts WHERE organisation_id = ? FOR UPDATE");
                var waiting = holder.prepareStatement("SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted")) {
            holder.setAutoCommit(false);
            lock.setString(1, busy.id());
            lock.execute();
            List<Future<Answer>> registrations = IntStream.rangeClosed(1, MANY)
                    .mapToObj(number -> threads.submit(() -> register(number)))
                    .toList();
            await().atMost(Duration.ofSeconds(20)).until(() -> number(waiting) >= 2);

            for (int number = 0; number < 10; number++) {
                Answer list = other.get(CHARGERS);
                assertThat(list.status()).as(list.body()).isEqualTo(200);
                Answer created = other.post(CHARGERS, "{\"chargeBoxId\":\"CP-" + number + "\"}");
                assertThat(created.status()).as(created.body()).isEqualTo(201);
            }

            holder.rollback();
            for (Future<Answer> registration : registrations) {
                assertThat(registration.get().status()).isIn(201, 503);
            }
        }
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(register(MANY + 1).status()).isEqualTo(201));
    }

    private Answer register(int number) {
        return busy.live()
                .header("Idempotency-Key", "key-" + number)
                .post(CHARGERS, "{\"chargeBoxId\":\"CP-" + number + "\"}");
    }

    private static long number(PreparedStatement query) throws SQLException {
        try (ResultSet rows = query.executeQuery()) {
            return rows.next() ? rows.getLong(1) : 0;
        }
    }
}
