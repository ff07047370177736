package io.plugstream.api.charger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.LockedTable;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Organisations whose lists take long leave the database's connections to the others. */
class BusyReaderIT {

    /** Many more than the pool's connections, so that freed ones would not suffice for all that wait. */
    private static final int MANY = 200;

    private static final Duration MOST = Duration.ofSeconds(20);

    private final ApiReplica replica = Replicas.first();
    private final ApiClient other = Tenant.of(replica, Tier.SCALE).live();

    @Test
    void listsOfOneOrganisationHoldFewConnections() throws Exception {
        othersAreAnsweredWhileListsWait(1, 5);
    }

    @Test
    void listsOfAllOrganisationsHoldHalfOfTheConnections() throws Exception {
        othersAreAnsweredWhileListsWait(10, 10);
    }

    private void othersAreAnsweredWhileListsWait(int organisations, int connections) throws Exception {
        List<ApiClient> busy = Stream.generate(
                        () -> Tenant.of(replica, Tier.SCALE).live())
                .limit(organisations)
                .toList();
        String charger = "/api/v1/chargers/CP-1";
        assertThat(other.post("/api/v1/chargers", "{\"chargeBoxId\":\"CP-1\"}").status())
                .isIn(201, 409);
        List<CompletableFuture<Answer>> lists;
        try (LockedTable table = LockedTable.of("refused_handshakes")) {
            lists = IntStream.range(0, MANY)
                    .mapToObj(number -> busy.get(number % organisations).getLater("/api/v1/handshakes"))
                    .toList();
            await().atMost(MOST).until(() -> table.readers() >= connections);

            for (int number = 0; number < 10; number++) {
                Answer answer = other.get(charger);
                assertThat(answer.status()).as(answer.body()).isEqualTo(200);
                assertThat(table.readers()).isLessThanOrEqualTo(connections);
            }
        }
        assertThat(lists).allSatisfy(list -> assertThat(list.get().status()).isIn(200, 503));
        await().atMost(MOST)
                .untilAsserted(() -> assertThat(
                                busy.getFirst().get("/api/v1/handshakes").status())
                        .isEqualTo(200));
    }
}
