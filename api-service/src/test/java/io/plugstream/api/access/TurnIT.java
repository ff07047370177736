package io.plugstream.api.access;

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
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A crowd of one organisation's short requests leaves the database's connections to others. */
class TurnIT {

    /** Many more than the pool's connections, so that freed ones would not suffice for all that wait. */
    private static final int MANY = 200;

    private static final String WAITING_READS = """
            SELECT count(DISTINCT pid) FROM pg_locks
            WHERE NOT granted AND mode = 'AccessShareLock' AND relation = 'chargers'::regclass""";

    private static final Duration MOST = Duration.ofSeconds(20);

    private final ApiReplica replica = Replicas.first();
    private final Tenant crowd = Tenant.of(replica, Tier.SCALE);
    private final ApiClient other = Tenant.of(replica, Tier.SCALE).live();

    @Test
    void othersAndTheOrganisationsPeopleAreAnsweredWhileItsProgramsWait() throws Exception {
        ApiClient people = replica.client().token(Platform.get().tokens().token(crowd.id()));
        Postgres postgres = Platform.get().postgres();
        try (Connection holder =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                var lock = holder.prepareStatement("LOCK TABLE chargers IN ACCESS EXCLUSIVE MODE");
                var waiting = holder.prepareStatement(WAITING_READS)) {
            holder.setAutoCommit(false);
            lock.execute();
            List<CompletableFuture<Answer>> reads = Stream.generate(
                            () -> crowd.live().getLater("/api/v1/chargers/CP-1"))
                    .limit(MANY)
                    .toList();
            await().atMost(MOST).until(() -> number(waiting) >= 16);

            for (int number = 0; number < 5; number++) {
                for (ApiClient client : List.of(other, people)) {
                    Answer answer = client.get("/api/v1/webhooks");
                    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
                    assertThat(number(waiting)).isLessThanOrEqualTo(16);
                }
            }

            holder.rollback();
            assertThat(reads).allSatisfy(read -> assertThat(read.get().status()).isIn(404, 503));
        }
        await().atMost(MOST)
                .untilAsserted(() -> assertThat(
                                crowd.live().get("/api/v1/chargers/CP-1").status())
                        .isEqualTo(404));
    }

    private static long number(PreparedStatement query) throws SQLException {
        try (ResultSet rows = query.executeQuery()) {
            assertThat(rows.next()).isTrue();
            return rows.getLong(1);
        }
    }
}
