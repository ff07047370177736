package io.plugstream.api.projection;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topic;
import io.plugstream.parts.RealParts;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Base of the tests of read models: each class has a service with a database of its own. */
abstract class ProjectingService {

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

    /** The state of the only charger of an organisation, in words. */
    static String charger(String organisation) {
        return database.ask(
                "SELECT concat_ws(' ', CASE WHEN online THEN 'online' ELSE 'offline' END, model, firmware_version,"
                        + " protocol) FROM charger_states WHERE organisation_id = ?",
                organisation);
    }

    static void send(Topic<ChargerId, EventRecord> topic, EventRecord event) throws Exception {
        send(
                topic,
                event.chargerId().toString(),
                new String(topic.values().serializer().serialize(topic.name(), event), StandardCharsets.UTF_8));
    }

    static void send(Topic<ChargerId, EventRecord> topic, String key, String value) throws Exception {
        producer.send(new ProducerRecord<>(
                        topic.name(), key.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8)))
                .get(20, TimeUnit.SECONDS);
    }
}
