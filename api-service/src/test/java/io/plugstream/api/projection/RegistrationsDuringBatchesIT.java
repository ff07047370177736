package io.plugstream.api.projection;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.EventType;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Locks of read models do not block registrations, although a batch is a long transaction on a slow database. */
class RegistrationsDuringBatchesIT {

    private static final String CHARGERS = "/api/v1/chargers";
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final ApiReplica replica = Replicas.first();
    private final Tenant tenant = Tenant.of(replica, Tier.SCALE);
    private final ApiClient live = tenant.live();

    @Test
    void aRegistrationDoesNotWaitForBatchesOfEventsAndDeliveries() {
        assertThat(register("CP-0").status()).isEqualTo(201);
        Story story = new Story(tenant.id(), "CP-0");
        List<EventRecord> events =
                List.of(story.connected(), story.booted("1.0"), story.status(1, "Available"), story.started(7, 100));
        Claimed claim = DeliveryLog.claim(
                tenant.id(),
                "webhook",
                EventType.TRANSACTION_STARTED,
                Instant.now().truncatedTo(ChronoUnit.MILLIS));

        List<Integer> answers = replica.bean(TransactionalOperator.class)
                .transactional(replica.bean(EventProjection.class)
                        .apply(events)
                        .then(replica.bean(DeliveryProjection.class)
                                .apply(List.of(claim, DeliveryLog.end(claim, Outcome.DELIVERED))))
                        .then(Mono.fromCallable(() -> IntStream.range(1, 20)
                                        .mapToObj(number ->
                                                register("CP-" + number).status())
                                        .toList())
                                .subscribeOn(Schedulers.boundedElastic())))
                .block(TIMEOUT);

        assertThat(answers).hasSize(19).containsOnly(201);
    }

    private ApiClient.Answer register(String chargeBoxId) {
        return live.post(CHARGERS, "{\"chargeBoxId\":\"" + chargeBoxId + "\"}");
    }
}
