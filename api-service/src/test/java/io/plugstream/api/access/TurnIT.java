package io.plugstream.api.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.LockedTable;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A crowd of one organisation's short requests leaves the database's connections to others. */
class TurnIT {

    /** Many more than the pool's connections, so that freed ones would not suffice for all that wait. */
    private static final int MANY = 200;

    private static final Duration MOST = Duration.ofSeconds(20);

    private final ApiReplica replica = Replicas.first();
    private final Tenant crowd = Tenant.of(replica, Tier.SCALE);
    private final ApiClient other = Tenant.of(replica, Tier.SCALE).live();

    @Test
    void othersAndTheOrganisationsPeopleAreAnsweredWhileItsProgramsWait() throws Exception {
        ApiClient people = replica.client().token(Platform.get().tokens().token(crowd.id()));
        List<CompletableFuture<Answer>> reads;
        try (LockedTable table = LockedTable.of("chargers")) {
            reads = Stream.generate(() -> crowd.live().getLater("/api/v1/chargers/CP-1"))
                    .limit(MANY)
                    .toList();
            await().atMost(MOST).until(() -> table.readers() >= 10);

            for (int number = 0; number < 5; number++) {
                for (ApiClient client : List.of(other, people)) {
                    Answer answer = client.get("/api/v1/webhooks");
                    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
                    assertThat(table.readers()).isLessThanOrEqualTo(16);
                }
            }
        }
        assertThat(reads).allSatisfy(read -> assertThat(read.get().status()).isIn(404, 503));
        await().atMost(MOST)
                .untilAsserted(() -> assertThat(
                                crowd.live().get("/api/v1/chargers/CP-1").status())
                        .isEqualTo(404));
    }
}
