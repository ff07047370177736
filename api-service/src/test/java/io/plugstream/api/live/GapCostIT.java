package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.api.projection.EventLog;
import io.plugstream.api.projection.Story;
import io.plugstream.api.projection.trail.EventTrails;
import io.plugstream.api.projection.trail.Trail;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Number of records that a resumed stream reads in a partition full of other organisations' events. */
class GapCostIT {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final int OTHERS = 30_000;
    /** A stretch for each of the two events, the batches at their ends, and the part without a trail yet. */
    private static final int MOST_READ = 12_000;

    private final ApiReplica replica = Replicas.first();
    private final String organisation = "org-" + UUID.randomUUID();
    private final int partition = Topics.CHARGER_EVENTS.partition(new ChargerId(organisation, "CP"));
    private final ChargerId theirs = Stream.generate(() -> new ChargerId("busy-" + UUID.randomUUID(), "CP"))
            .filter(id -> Topics.CHARGER_EVENTS.partition(id) == partition)
            .findFirst()
            .orElseThrow();

    @Test
    void aGapReadsLittleMoreThanItReturns() {
        Tenant.setTier(replica, organisation, Tier.SCALE);
        String user = "Bearer " + Platform.get().tokens().token(organisation);
        assertThat(replica.client()
                        .header("Authorization", user)
                        .post("/api/v1/chargers", "{\"chargeBoxId\":\"CP\"}")
                        .status())
                .isEqualTo(201);
        try (EventLog log = new EventLog(Platform.get().kafka())) {
            String last = lastIdBefore(user, log);
            publishTheirs(log, OTHERS / 2);
            log.append(new Story(organisation, "CP").connected());
            publishTheirs(log, OTHERS / 2);
            log.append(new Story(organisation, "CP").connected());
            awaitNoted();

            double before = read();
            try (StreamReader stream =
                    StreamReader.open(replica.port(), "/api/v1/events", headers(user, last), Integer.MAX_VALUE)) {
                await().atMost(TIMEOUT).until(() -> stream.events().size() >= 3);
                assertThat(stream.events()).hasSize(3);
            }
            assertThat(read() - before).isLessThan(MOST_READ);
        }
    }

    /** The event id before the first of three events. */
    private String lastIdBefore(String user, EventLog log) {
        try (StreamReader stream =
                StreamReader.open(replica.port(), "/api/v1/events", Map.of("Authorization", user), Integer.MAX_VALUE)) {
            await().atMost(TIMEOUT).until(() -> !stream.blocks().isEmpty());
            String last = Objects.requireNonNull(stream.lastId());
            log.append(new Story(organisation, "CP").connected());
            await().atMost(TIMEOUT).until(() -> !stream.events().isEmpty());
            return last;
        }
    }

    private void publishTheirs(EventLog log, int count) {
        for (int published = 0; published < count; published += 1_000) {
            log.append(Stream.generate(() -> new Story(theirs.organisationId(), "CP").connected())
                    .limit(1_000)
                    .toArray(EventRecord[]::new));
        }
    }

    /** Waits until the trail covers the partition up to its end. */
    private void awaitNoted() {
        TopicPartition topicPartition = new TopicPartition(Topics.CHARGER_EVENTS.name(), partition);
        await().atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> noted(topicPartition) >= end(topicPartition));
    }

    private long noted(TopicPartition topicPartition) {
        return Objects.requireNonNull(
                        replica.bean(EventTrails.class).of(organisation).block(TIMEOUT))
                .getOrDefault(topicPartition, Trail.UNKNOWN)
                .ends();
    }

    private static long end(TopicPartition topicPartition) throws Exception {
        try (Admin admin =
                Admin.create(Map.of("bootstrap.servers", Platform.get().kafka().bootstrapServers()))) {
            return admin.listOffsets(Map.of(topicPartition, OffsetSpec.latest()))
                    .partitionResult(topicPartition)
                    .get(20, TimeUnit.SECONDS)
                    .offset();
        }
    }

    private double read() {
        return replica.bean(MeterRegistry.class)
                .get("plugstream.api.live.gap.read")
                .counter()
                .count();
    }

    private static Map<String, String> headers(String user, String last) {
        return Map.of("Authorization", user, "Last-Event-ID", last);
    }
}
