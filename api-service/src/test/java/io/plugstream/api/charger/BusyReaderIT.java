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
import java.sql.ResultSet;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** An organisation whose lists take long leaves the database's connections to the others. */
class BusyReaderIT {

    /** Many more than the pool's connections, so that freed ones would not suffice for all that wait. */
    private static final int MANY = 200;

    private final ApiReplica replica = Replicas.first();
    private final ApiClient busy = Tenant.of(replica, Tier.SCALE).live();
    private final ApiClient other = Tenant.of(replica, Tier.SCALE).live();

    @Test
    void otherOrganisationsAreAnsweredWhileListsOfOneWait() throws Exception {
        Postgres postgres = Platform.get().postgres();
        try (Connection holder =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                var lock = holder.prepareStatement("LOCK TABLE refused_handshakes IN ACCESS EXCLUSIVE MODE");
                var waiting = holder.prepareStatement("SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted")) {
            holder.setAutoCommit(false);
            lock.execute();
            List<CompletableFuture<Answer>> lists = IntStream.range(0, MANY)
                    .mapToObj(_ -> busy.getLater("/api/v1/handshakes"))
                    .toList();
            await().atMost(Duration.ofSeconds(20)).until(() -> {
                try (ResultSet rows = waiting.executeQuery()) {
                    return rows.next() && rows.getLong(1) >= 5;
                }
            });

            for (int number = 0; number < 10; number++) {
                Answer list = other.get("/api/v1/chargers");
                assertThat(list.status()).as(list.body()).isEqualTo(200);
            }

            holder.rollback();
            assertThat(lists).allSatisfy(list -> assertThat(list.get().status()).isIn(200, 503));
        }
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() ->
                        assertThat(busy.get("/api/v1/handshakes").status()).isEqualTo(200));
    }
}
