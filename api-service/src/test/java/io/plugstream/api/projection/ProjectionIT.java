package io.plugstream.api.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.ChargerBooted;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.RealParts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.transaction.reactive.TransactionalOperator;

class ProjectionIT {

    static RunningService service;
    static Database database;
    static KafkaProducer<byte[], byte[]> producer;

    @BeforeAll
    static void start() {
        service = RunningService.start(RealParts.kafka(), Database.fresh(RealParts.postgres()));
        database = service.database();
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", RealParts.kafka().bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    @AfterAll
    static void stop() {
        producer.close();
        service.close();
    }

    @Test
    void eventsInAnyOrderAndAnyNumberEndAlike() {
        Story story = new Story("shuffled", "CP");
        List<EventRecord> chargers = List.of(
                story.connected(), story.booted("1.0"), story.disconnected(), story.connected(), story.booted("1.1"));
        List<EventRecord> connectors = List.of(story.status(1, "Preparing"), story.status(2, "Faulted"));
        List<EventRecord> transactions = List.of(
                story.started(7, 100),
                story.metered(7, "150"),
                story.stopped(7, 100, 200),
                story.stoppedWithoutStart(-1, 50),
                story.stoppedWithoutStart(-1, 60),
                story.started(8, 200));
        List<EventRecord> more = List.of(story.status(1, "Charging"), story.status(2, "Available"));

        List<String> outcomes = new ArrayList<>();
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            String organisation = "shuffled-" + seed;
            List<EventRecord> states = in(organisation, chargers);
            List<EventRecord> changes = in(organisation, connectors, more);
            List<EventRecord> sessions = in(organisation, transactions);
            if (seed % 2 == 0) {
                List.of(states, changes, sessions).forEach(topic -> inAnyOrder(topic, random));
            } else {
                inAnyOrder(
                        Stream.of(states, changes, sessions)
                                .flatMap(List::stream)
                                .toList(),
                        random);
            }
            outcomes.add(charger(organisation) + '\n' + connectors(organisation) + '\n' + transactions(organisation));
        }

        assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome).isEqualTo("""
                        online One 1.1 ocpp1.6
                        1:Charging 2:Available
                        7:completed:100:200:100 -1:orphaned::50: -1:orphaned::60: 8:active:200::"""));
    }

    @Test
    void anOldConnectionsEndTakesNoNewOneOffline() {
        Story story = new Story("replaced", "CP");
        EventRecord first = story.connected();
        EventRecord end = story.disconnected();
        EventRecord second = story.connected();

        apply(List.of(first, second));
        apply(List.of(end));

        assertThat(charger("replaced")).startsWith("online");
    }

    @Test
    void anyEventSaysThatItsConnectionIsThereUntilItEnds() {
        Story story = new Story("quiet", "CP");
        story.connected();

        apply(List.of(story.status(1, "Available")));
        assertThat(charger("quiet")).startsWith("online");

        EventRecord late = story.status(1, "Charging");
        apply(List.of(story.disconnected()));
        apply(List.of(late));
        assertThat(charger("quiet")).startsWith("offline");
        assertThat(connectors("quiet")).isEqualTo("1:Charging");
    }

    @Test
    void aRunningTransactionShowsItsNewestReading() {
        Story story = new Story("metered", "CP");
        EventRecord start = story.started(7, 1_000);
        EventRecord early = story.metered(7, "1500.4");
        EventRecord late = story.metered(7, "2000.5");

        apply(List.of(start, late, story.metered(null, "9999")));
        apply(List.of(early));

        assertThat(database.ask("SELECT meter_latest FROM transactions WHERE organisation_id = 'metered'"))
                .isEqualTo("2001");
    }

    @Test
    void aReadingIsStoredOnceWhicheverMessagesTellIt() {
        Story story = new Story("repeated", "CP");
        EventRecord reading = story.metered(7, "1500");
        EventRecord other = story.event(reading.data(), false);
        EventRecord atTheStop = story.event(reading.data(), true);

        apply(List.of(story.started(7, 1_000), reading, reading, other));
        apply(List.of(atTheStop, story.metered(7, "1500"), story.metered(8, "1500")));

        assertThat(database.ask("SELECT count(*) FROM meter_values WHERE organisation_id = 'repeated'"))
                .isEqualTo("3");
    }

    @Test
    void deviationsAddUpOverConnectionsAndCountOnceEach() {
        Story story = new Story("deviating", "CP");
        EventRecord first = Story.deviating(story.connected(), Map.of("unknownField", 2));
        EventRecord more = Story.deviating(story.status(1, "Available"), Map.of("unknownField", 5, "longText", 1));
        EventRecord again = Story.deviating(story.connected(), Map.of("unknownField", 1));
        EventRecord last = Story.deviating(story.status(1, "Preparing"), Map.of("unknownField", 3));

        apply(List.of(more));
        apply(List.of(first));
        assertThat(deviations("deviating")).isEqualTo("longText:1 unknownField:5");

        apply(List.of(again, Story.deviating(story.disconnected(), Map.of("unknownField", 3))));
        apply(List.of(more, last));
        assertThat(deviations("deviating")).isEqualTo("longText:1 unknownField:8");
    }

    @Test
    void deviationsOfTwoConnectionsMayComeAtOnce() {
        Story story = new Story("deviating-twice", "CP");
        EventRecord first = Story.deviating(story.connected(), Map.of("unknownField", 2));
        EventRecord second = Story.deviating(story.connected(), Map.of("unknownField", 4));

        apply(List.of(second, first, second));

        assertThat(deviations("deviating-twice")).isEqualTo("unknownField:6");
    }

    private static String deviations(String organisation) {
        return database.ask("SELECT string_agg(kind || ':' || count, ' ' ORDER BY kind) FROM charger_deviations"
                + " WHERE organisation_id = '" + organisation + "'");
    }

    @Test
    void aStopThatTheGatewayKnewNoStartOfStillEndsTheTransaction() {
        Story story = new Story("forgotten-start", "CP");

        apply(List.of(story.started(7, 1_000)));
        apply(List.of(story.stoppedWithoutStart(7, 1_700)));

        assertThat(transactions("forgotten-start")).isEqualTo("7:completed:1000:1700:700");
    }

    @Test
    void anotherChargersTransactionOfThatIdIsLeftAlone() {
        Story mine = new Story("neighbours", "CP");
        Story other = new Story("neighbours", "CP-2");

        apply(List.of(mine.started(7, 0), other.stoppedWithoutStart(7, 10)));

        assertThat(transactions("neighbours")).isEqualTo("7:active:0:: 7:orphaned::10:");
    }

    @Test
    void aDeletedChargersEventsDoNotComeBack() {
        ChargerId id = new ChargerId("deleted", "CP");
        Story story = new Story("deleted", "CP");
        List<EventRecord> past = List.of(story.connected(), story.booted("1.0"));
        EventRecord status = story.status(1, "Available");
        apply(past);
        apply(List.of(status));

        transactional(service.bean(ForgottenChargers.class).deleted(id));
        apply(past);
        apply(List.of(story.disconnected()));
        apply(List.of(status));
        assertThat(charger("deleted")).isEqualTo("offline");
        assertThat(connectors("deleted")).isEqualTo("");
        assertThat(database.ask("SELECT last_seen FROM charger_states WHERE organisation_id = 'deleted'"))
                .isEqualTo("null");

        transactional(service.bean(ForgottenChargers.class).registered("deleted", Set.of("CP")));
        apply(List.of(story.connected(), story.booted("2.0")));
        assertThat(charger("deleted")).isEqualTo("online One 2.0 ocpp1.6");
    }

    @Test
    void poisonIsParkedAndTheRestGoesOn() throws Exception {
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

    /** One record among 500 is found in a few attempts, and does not cost each of the others one. */
    @Test
    void aRefusedBatchIsSplitByHalves() {
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

    /** Boots that the database refuses, hundreds of them, are not all tried; those of other chargers are. */
    @Test
    void onlySoManyRefusedRecordsOfAChargerAreTried() throws Exception {
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

    /** A batch that the database does not manage in its time is tried in smaller ones. */
    @Test
    void aBatchThatTakesTooLongIsSplitByHalves() {
        List<EventRecord> events = IntStream.range(0, 500)
                .mapToObj(i -> new Story("slow", "CP-" + i).connected())
                .toList();
        BatchProjection<EventRecord> slow = batch -> service.bean(DatabaseClient.class)
                .sql("SELECT pg_sleep($1)")
                .bind(0, batch.size() / 100.0)
                .then()
                .then(service.bean(EventProjection.class).apply(batch));

        new Attempts(slow).listener().onMessage(records(events));

        assertThat(database.ask("SELECT count(*) FROM charger_states WHERE organisation_id = 'slow' AND online"))
                .isEqualTo("500");
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

    /** A projection, and how many records each attempt had. */
    private record Attempts(BatchProjection<EventRecord> projection, List<Integer> sizes) {

        Attempts(BatchProjection<EventRecord> projection) {
            this(projection, new CopyOnWriteArrayList<>());
        }

        ProjectionListener<EventRecord> listener() {
            return new ProjectionListener<>(
                    new EventReader(),
                    batch -> {
                        sizes.add(batch.size());
                        return projection.apply(batch);
                    },
                    service.bean(TransactionalOperator.class),
                    service.bean(DeadLetters.class),
                    service.bean(ProjectionMetrics.class));
        }
    }

    /** A boot that is refused says nothing against the charger's transactions in the same batch. */
    @Test
    void refusedRecordsOfOneTopicAreNotHeldAgainstAnother() {
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
    void nothingIsLostWhenTheDatabaseCutsItsClientsOff() throws Exception {
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

    private static List<EventRecord> in(String organisation, List<EventRecord> first) {
        return in(organisation, first, List.of());
    }

    private static List<EventRecord> in(String organisation, List<EventRecord> first, List<EventRecord> second) {
        List<EventRecord> all = new ArrayList<>(first);
        all.addAll(second);
        all.replaceAll(event -> new EventRecord(
                event.eventId(),
                organisation,
                event.mode(),
                event.chargeBoxId(),
                event.occurredAt(),
                event.receivedAt(),
                event.connectionId(),
                event.sequence(),
                event.protocol(),
                event.recordOnly(),
                event.data()));
        return all;
    }

    /** Each event twice, shuffled, in batches of random size. */
    private static void inAnyOrder(List<EventRecord> events, Random random) {
        List<EventRecord> all = new ArrayList<>(events);
        all.addAll(events);
        Collections.shuffle(all, random);
        while (!all.isEmpty()) {
            List<EventRecord> batch = all.subList(0, 1 + random.nextInt(all.size()));
            apply(List.copyOf(batch));
            batch.clear();
        }
    }

    private static void apply(List<EventRecord> events) {
        transactional(service.bean(EventProjection.class).apply(events));
    }

    private static void transactional(reactor.core.publisher.Mono<Void> change) {
        service.bean(TransactionalOperator.class).transactional(change).block(Duration.ofSeconds(20));
    }

    private static String charger(String organisation) {
        return database.ask(
                "SELECT concat_ws(' ', CASE WHEN online THEN 'online' ELSE 'offline' END, model, firmware_version,"
                        + " protocol) FROM charger_states WHERE organisation_id = ?",
                organisation);
    }

    private static String connectors(String organisation) {
        return database.ask(
                "SELECT coalesce(string_agg(connector_id || ':' || status, ' ' ORDER BY connector_id), '')"
                        + " FROM connector_states WHERE organisation_id = ?",
                organisation);
    }

    private static String transactions(String organisation) {
        return database.ask(
                "SELECT string_agg(concat(transaction_id, ':', status, ':', meter_start, ':', meter_stop, ':',"
                        + " energy_wh), ' ' ORDER BY listed_at) FROM transactions WHERE organisation_id = ?",
                organisation);
    }

    private static void send(Topic<ChargerId, EventRecord> topic, EventRecord event) throws Exception {
        send(
                topic,
                event.chargerId().toString(),
                new String(topic.values().serializer().serialize(topic.name(), event), StandardCharsets.UTF_8));
    }

    private static void send(Topic<ChargerId, EventRecord> topic, String key, String value) throws Exception {
        producer.send(new ProducerRecord<>(
                        topic.name(), key.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8)))
                .get(20, TimeUnit.SECONDS);
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
