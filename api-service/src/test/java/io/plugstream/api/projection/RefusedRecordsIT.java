package io.plugstream.api.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.ChargerBooted;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.RealParts;
import io.r2dbc.spi.R2dbcTimeoutException;
import io.r2dbc.spi.R2dbcTransientResourceException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;

/** Records that are unreadable or that the database refuses do not affect others in their batch. */
class RefusedRecordsIT extends ProjectingService {

    @Test
    void invalidRecordsAreParkedAndOthersAreStored() throws Exception {
        Story story = new Story("poisoned", "CP");
        send(Topics.CHARGER_EVENTS, story.connected());
        send(Topics.CHARGER_EVENTS, "poisoned/CP", "{\"secret-looking\": ");
        send(Topics.CHARGER_EVENTS, "poisoned/CP", "{}");
        Story refused = new Story("refused", "CP");
        send(Topics.CHARGER_EVENTS, refused.connected());
        send(Topics.CHARGER_EVENTS, refused.event(new ChargerBooted("CP", "nul\u0000", "One", null, null), false));
        send(Topics.CHARGER_EVENTS, story.booted("1.0"));

        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(charger("poisoned")).isEqualTo("online One 1.0 ocpp1.6");
            assertThat(charger("refused")).isEqualTo("online ocpp1.6");
            assertThat(parked("poisoned/CP")).containsExactly("{\"secret-looking\": ", "{}");
            assertThat(parked("refused/CP")).hasSize(1);
        });
    }

    /** A refused record among 500 is found in a few attempts, not in one attempt for each record. */
    @Test
    void aRefusedBatchIsSplitInHalves() {
        Story poison = new Story("split", "CP-POISON");
        List<EventRecord> events = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            events.add(
                    i == 123
                            ? poison.event(new ChargerBooted("CP-POISON", "nul\u0000", "One", null, null), false)
                            : new Story("split", "CP-" + i).connected());
        }
        Attempts attempts = new Attempts(service.bean(EventProjection.class));

        attempts.listener().onMessage(records(events));

        assertThat(attempts.sizes()).hasSizeLessThan(30);
        assertThat(database.ask("SELECT count(*) FROM charger_states WHERE organisation_id = 'split' AND online"))
                .isEqualTo("499");
    }

    /** Of hundreds of refused boots of a charger only some are tried; other chargers' events are all stored. */
    @Test
    void triesForRefusedRecordsOfAChargerAreLimited() throws Exception {
        Story poison = new Story("flood", "CP-POISON");
        List<EventRecord> events = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            events.add(
                    i % 5 == 0
                            ? new Story("flood", "CP-" + i).connected()
                            : poison.event(new ChargerBooted("CP-POISON", "nul\u0000", "One", null, null), false));
        }
        Attempts attempts = new Attempts(service.bean(EventProjection.class));

        attempts.listener().onMessage(records(events));

        assertThat(attempts.sizes()).hasSizeLessThan(80);
        assertThat(database.ask("SELECT count(*) FROM charger_states WHERE organisation_id = 'flood' AND online"))
                .isEqualTo("100");
        assertThat(parked("flood/CP-POISON")).hasSize(400);
    }

    /** A batch that times out in the database is retried in smaller ones. */
    @Test
    void aBatchThatTakesTooLongIsSplitInHalves() {
        List<EventRecord> events = IntStream.range(0, 500)
                .mapToObj(i -> new Story("slow", "CP-" + i).connected())
                .toList();
        BatchProjection<EventRecord> slow = batch -> service.bean(DatabaseClient.class)
                .sql("SELECT pg_sleep(:seconds)")
                .bind("seconds", batch.size() / 100.0)
                .then()
                .then(service.bean(EventProjection.class).apply(batch));

        new Attempts(slow).listener().onMessage(records(events));

        assertThat(database.ask("SELECT count(*) FROM charger_states WHERE organisation_id = 'slow' AND online"))
                .isEqualTo("500");
    }

    /**
     * A record that the database never stores in time is parked after a while, unless nothing can be stored, or it waits
     * for a lock.
     */
    @ParameterizedTest
    @CsvSource({"endless, 57014, false, 1", "stalled, 57014, true, 0", "locked, 55P03, false, 0"})
    void aRecordThatAlwaysTakesTooLongIsParked(String organisation, String state, boolean databaseIsSlow, int parked) {
        EventRecord endless = new Story(organisation, "CP-SLOW").connected();
        List<EventRecord> events = List.of(endless, new Story(organisation, "CP-1").connected());
        AtomicBoolean stalled = new AtomicBoolean();
        AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
        BatchProjection<EventRecord> projection = batch -> stalled.get() || batch.contains(endless)
                ? Mono.error(new R2dbcTimeoutException("canceling statement", state))
                : service.bean(EventProjection.class).apply(batch);
        InstantSource clock = now::get;
        ProjectionListener<EventRecord> listener =
                new Attempts(projection, new CopyOnWriteArrayList<>(), clock.withZone(ZoneOffset.UTC)).listener();
        List<ConsumerRecord<byte[], byte[]>> batch = records(events);

        assertThatThrownBy(() -> listener.onMessage(batch)).isInstanceOf(R2dbcTimeoutException.class);
        assertThat(charger(organisation)).as("the other record").isEqualTo("online ocpp1.6");
        now.updateAndGet(before -> before.plus(ProjectionListener.PATIENCE).minusSeconds(1));
        assertThatThrownBy(() -> listener.onMessage(batch)).isInstanceOf(R2dbcTimeoutException.class);
        now.updateAndGet(before -> before.plusSeconds(1));
        stalled.set(databaseIsSlow);
        if (parked == 0) {
            assertThatThrownBy(() -> listener.onMessage(batch)).isInstanceOf(R2dbcTimeoutException.class);
        } else {
            listener.onMessage(batch);
        }
        assertThat(parked(organisation + "/CP-SLOW")).hasSize(parked);
    }

    @Test
    void aBatchThatIsRepeatedParksItsUnusableRecordsOnce() {
        EventRecord good = new Story("repeated", "CP-1").connected();
        List<EventRecord> events = List.of(
                new Story("repeated", "CP-BAD")
                        .event(new ChargerBooted("CP-BAD", "nul\u0000", "One", null, null), false),
                good);
        AtomicInteger outages = new AtomicInteger(3);
        BatchProjection<EventRecord> projection = batch -> batch.equals(List.of(good)) && outages.getAndDecrement() > 0
                ? Mono.error(new R2dbcTransientResourceException("the database is away", "57P01"))
                : service.bean(EventProjection.class).apply(batch);
        ProjectionListener<EventRecord> listener = new Attempts(projection).listener();
        List<ConsumerRecord<byte[], byte[]>> batch = records(events);

        for (int attempt = 0; attempt < 3; attempt++) {
            assertThatThrownBy(() -> listener.onMessage(batch)).isInstanceOf(R2dbcTransientResourceException.class);
        }
        listener.onMessage(batch);

        assertThat(charger("repeated")).isEqualTo("online ocpp1.6");
        assertThat(parked("repeated/CP-BAD")).hasSize(1);
    }

    private static List<ConsumerRecord<byte[], byte[]>> records(List<EventRecord> events) {
        return records(Topics.CHARGER_EVENTS, events);
    }

    private static List<ConsumerRecord<byte[], byte[]>> records(
            Topic<ChargerId, EventRecord> topic, List<EventRecord> events) {
        return IntStream.range(0, events.size())
                .mapToObj(offset -> new ConsumerRecord<>(
                        topic.name(),
                        0,
                        offset,
                        topic.keys()
                                .serializer()
                                .serialize(topic.name(), events.get(offset).chargerId()),
                        topic.values().serializer().serialize(topic.name(), events.get(offset))))
                .toList();
    }

    /** A projection that records the number of records of each attempt. */
    private record Attempts(BatchProjection<EventRecord> projection, List<Integer> sizes, Clock clock) {

        Attempts(BatchProjection<EventRecord> projection) {
            this(projection, new CopyOnWriteArrayList<>(), Clock.systemUTC());
        }

        ProjectionListener<EventRecord> listener() {
            return new ProjectionListener<>(
                    record -> Topics.event(record.topic(), record.value()),
                    batch -> {
                        sizes.add(batch.size());
                        return service.bean(TransactionalOperator.class).transactional(projection.apply(batch));
                    },
                    service.bean(DeadLetters.class),
                    service.bean(ProjectionMetrics.class),
                    clock);
        }
    }

    /** A refused boot does not affect the charger's transactions in the same batch. */
    @Test
    void refusedRecordsOfOneTopicDoNotAffectAnother() {
        Story story = new Story("one-topic", "CP");
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            records.addAll(records(
                    Topics.CHARGER_EVENTS,
                    List.of(story.event(new ChargerBooted("CP", "nul\u0000", "One", null, null), false))));
            records.addAll(records(Topics.TRANSACTION_EVENTS, List.of(story.started(20_000 + i, 0))));
        }

        new Attempts(service.bean(EventProjection.class)).listener().onMessage(records);

        assertThat(database.ask("SELECT count(*) FROM transactions WHERE organisation_id = 'one-topic'"))
                .isEqualTo("50");
    }

    @Test
    void nothingIsLostWhenTheDatabaseDisconnectsItsClients() throws Exception {
        for (int i = 0; i < 300; i++) {
            Story story = new Story("interrupted", "CP-" + i);
            send(Topics.TRANSACTION_EVENTS, story.started(10_000 + i, 0));
            if (i % 60 == 30) {
                producer.flush();
                database.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
            }
        }

        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(
                                database.ask("SELECT count(*) FROM transactions WHERE organisation_id = 'interrupted'"))
                        .isEqualTo("300"));
    }

    private static List<String> parked(String key) {
        List<String> values = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of(
                        "bootstrap.servers",
                        RealParts.kafka().bootstrapServers(),
                        "client.id",
                        "parked-" + UUID.randomUUID()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            TopicPartition partition =
                    new TopicPartition(Topics.deadLetters("api-service").name(), 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> {
                    if (key.equals(new String(record.key(), StandardCharsets.UTF_8))) {
                        values.add(new String(record.value(), StandardCharsets.UTF_8));
                    }
                });
            }
        }
        return values;
    }
}
