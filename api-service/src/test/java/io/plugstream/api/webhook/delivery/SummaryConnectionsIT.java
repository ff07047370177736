package io.plugstream.api.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.LockedTable;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A summary of deliveries takes two statements, and its turn is for one connection. */
class SummaryConnectionsIT {

    private final ApiClient live = Tenant.of(Replicas.first(), Tier.SCALE).live();

    @Test
    void aSummaryHoldsOneConnectionAtATime() throws Exception {
        String webhook = live.post(
                        "/api/v1/webhooks", "{\"url\":\"http://127.0.0.1:9/hook\",\"events\":[\"charger.boot\"]}")
                .json()
                .path("id")
                .stringValue();
        List<CompletableFuture<Answer>> summaries;
        try (LockedTable counts = LockedTable.of("webhook_delivery_counts");
                LockedTable deliveries = LockedTable.of("webhook_deliveries")) {
            summaries = Stream.generate(() -> live.getLater("/api/v1/webhooks/" + webhook + "/deliveries/summary"))
                    .limit(50)
                    .toList();
            await().atMost(Duration.ofSeconds(20)).until(() -> counts.readers() + deliveries.readers() >= 5);

            assertThat(deliveries.readers()).isZero();
        }
        assertThat(summaries)
                .allSatisfy(summary -> assertThat(summary.get().status()).isIn(200, 503));
    }
}
