package io.plugstream.api.database;

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
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Crowds of requests leave the database's connections to other organisations. */
class FairConnectionsIT {

    /** Many more than the pool's connections, so that freed ones would not suffice for all that wait. */
    private static final int MANY = 200;

    private static final Duration MOST = Duration.ofSeconds(20);

    private final ApiReplica replica = Replicas.first();
    private final ApiClient other = Tenant.of(replica, Tier.SCALE).live();

    @Test
    void othersAndTheOrganisationsPeopleAreAnsweredWhileItsReadsWait() throws Exception {
        Tenant crowd = Tenant.of(replica, Tier.SCALE);
        ApiClient people = replica.client().token(Platform.get().tokens().token(crowd.id()));

        areAnsweredNextTo(8, List.of(other, people), crowd.live(), client -> client.getLater("/api/v1/chargers/CP-1"));
    }

    @Test
    void othersAreAnsweredWhileCommandsOfAnOrganisationWait() throws Exception {
        String body = "{\"action\":\"ClearCache\",\"payload\":{}}";

        areAnsweredNextTo(
                8,
                List.of(other),
                Tenant.of(replica, Tier.SCALE).live(),
                client -> client.sendLater("POST", "/api/v1/chargers/CP-1/commands", body));
    }

    @Test
    void othersAreAnsweredWhileReadsOfManyOrganisationsWait() throws Exception {
        List<ApiClient> crowds = Stream.generate(
                        () -> Tenant.of(replica, Tier.SCALE).live())
                .limit(4)
                .toList();

        areAnsweredNextTo(16, List.of(other), crowds, client -> client.getLater("/api/v1/chargers/CP-1"));
    }

    private void areAnsweredNextTo(
            int connections,
            List<ApiClient> others,
            ApiClient crowd,
            Function<ApiClient, CompletableFuture<Answer>> request)
            throws Exception {
        areAnsweredNextTo(connections, others, List.of(crowd), request);
    }

    private void areAnsweredNextTo(
            int connections,
            List<ApiClient> others,
            List<ApiClient> crowds,
            Function<ApiClient, CompletableFuture<Answer>> request)
            throws Exception {
        List<CompletableFuture<Answer>> waiting;
        try (LockedTable table = LockedTable.of("chargers")) {
            waiting = IntStream.range(0, MANY)
                    .mapToObj(number -> request.apply(crowds.get(number % crowds.size())))
                    .toList();
            await().atMost(MOST).until(() -> table.readers() >= connections);

            for (int number = 0; number < 5; number++) {
                for (ApiClient client : others) {
                    Answer answer = client.get("/api/v1/webhooks");
                    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
                    assertThat(table.readers()).isLessThanOrEqualTo(connections);
                }
            }
        }
        assertThat(waiting)
                .allSatisfy(answer -> assertThat(answer.get().status()).isIn(404, 503));
        await().atMost(MOST)
                .untilAsserted(() -> assertThat(
                                crowds.getFirst().get("/api/v1/chargers/CP-1").status())
                        .isEqualTo(404));
    }
}
