package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class QuietApiIT {

    /** Kafka's producer drops an idle topic's metadata after five minutes; here after the shortest possible time. */
    @Test
    void theFirstCallAfterALongPauseIsAdmitted() {
        try (ApiReplica replica = ApiReplica.ready(
                "--spring.kafka.producer.properties.metadata.max.idle.ms=5000",
                "--spring.kafka.producer.properties.metadata.max.age.ms=1000")) {
            Tenant tenant = Tenant.of(replica, Tier.GROWTH);
            assertThat(tenant.live().get("/api/v1/webhooks").status()).isEqualTo(200);

            // The test is about idle time, so there is no other condition to wait for.
            await().pollDelay(Duration.ofSeconds(8)).until(() -> true);

            assertThat(tenant.live().get("/api/v1/webhooks").status()).isEqualTo(200);
        }
    }
}
