package io.plugstream.api.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** A relay that has nothing to publish for longer than Kafka remembers a transactional id. */
class OutboxSilenceIT {

    private static final ChargerId BEFORE = new ChargerId("silent", "CP-1");
    private static final ChargerId AFTER = new ChargerId("silent", "CP-2");
    private static final String UNUSED = "unused";

    @Test
    void theFirstChangeAfterwardsIsPublishedWithoutAFailure() {
        try (Kafka kafka = RealParts.newForgetfulKafka();
                RunningService service = RunningService.start(
                        kafka, Database.fresh(RealParts.postgres()), "--plugstream.outbox.renew=500ms")) {
            Settings settings = new Settings(service.database());
            Settings.awaitLead(service);
            settings.addOrganisation("silent", "Starter");
            settings.addCharger(BEFORE);
            settings.awaitEmptyOutbox();
            double failures = failures(service);

            awaitExpiryOfAnUnusedId(kafka);

            try (var topic = new TopicWatch<>(kafka, Topics.CHARGER_REGISTRATIONS)) {
                settings.addCharger(AFTER);
                topic.await(AFTER, Objects::nonNull);
            }
            assertThat(failures(service)).isEqualTo(failures);
        }
    }

    /** Uses another transactional id and waits until Kafka has forgotten it. */
    private static void awaitExpiryOfAnUnusedId(Kafka kafka) {
        Map<String, Object> client = Map.of("bootstrap.servers", kafka.bootstrapServers());
        try (var producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "transactional.id", UNUSED),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.initTransactions();
        }
        try (Admin admin = Admin.create(client)) {
            await().until(() -> !isKnown(admin, UNUSED));
        }
    }

    private static boolean isKnown(Admin admin, String transactionalId) throws Exception {
        return admin.listTransactions().all().get(20, TimeUnit.SECONDS).stream()
                .anyMatch(transaction -> transaction.transactionalId().equals(transactionalId));
    }

    private static double failures(RunningService service) {
        return service.bean(MeterRegistry.class)
                .get("plugstream.api.outbox.failures")
                .counter()
                .count();
    }
}
