package io.plugstream.gateway;

import io.plugstream.gateway.handshake.Passwords;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.NotificationRecord;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.TransactionIdBlock;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Reads and writes topics as the other services would. */
final class TestTopics implements AutoCloseable {

    private static final UUID NO_CONNECTION = UUID.fromString("00000000-0000-7000-8000-000000000000");

    private final KafkaProducer<byte[], byte[]> producer;
    private final TopicReader reader;

    TestTopics(String servers) {
        this.reader = new TopicReader(servers);
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers), new ByteArraySerializer(), new ByteArraySerializer());
    }

    void register(ChargerId charger, String password) throws Exception {
        write(
                Topics.CHARGER_REGISTRATIONS,
                charger,
                new ChargerRegistration(
                        charger.organisationId(),
                        charger.chargeBoxId(),
                        Mode.LIVE,
                        Passwords.hash(password.getBytes(StandardCharsets.UTF_8)),
                        Instant.now()));
    }

    /** Registers many chargers at once. */
    void registerAll(List<ChargerId> chargers, String password) throws Exception {
        String hash = Passwords.hash(password.getBytes(StandardCharsets.UTF_8));
        List<Future<?>> written = new ArrayList<>();
        for (ChargerId charger : chargers) {
            written.add(send(
                    Topics.CHARGER_REGISTRATIONS,
                    charger,
                    new ChargerRegistration(
                            charger.organisationId(), charger.chargeBoxId(), Mode.LIVE, hash, Instant.now())));
        }
        for (Future<?> one : written) {
            one.get(60, TimeUnit.SECONDS);
        }
    }

    void register(ChargerId charger, byte[] password) throws Exception {
        write(
                Topics.CHARGER_REGISTRATIONS,
                charger,
                new ChargerRegistration(
                        charger.organisationId(),
                        charger.chargeBoxId(),
                        Mode.LIVE,
                        Passwords.hash(password),
                        Instant.now()));
    }

    <K, V> void write(Topic<K, V> topic, K key, @Nullable V value) throws Exception {
        send(topic, key, value).get(20, TimeUnit.SECONDS);
    }

    /** A transaction id that another gateway assigns: the first one of a new block. */
    int transactionId() throws Exception {
        RecordMetadata block = send(
                        Topics.TRANSACTION_ID_BLOCKS, null, new TransactionIdBlock("elsewhere", Instant.now()))
                .get(20, TimeUnit.SECONDS);
        return TransactionIdBlock.firstId(block.offset());
    }

    private <K, V> Future<RecordMetadata> send(Topic<K, V> topic, @Nullable K key, @Nullable V value) {
        return producer.send(new ProducerRecord<>(
                topic.name(),
                topic.keys().serializer().serialize(topic.name(), key),
                topic.values().serializer().serialize(topic.name(), value)));
    }

    List<EventRecord> chargerEvents(ChargerId charger) {
        return withoutMarks(read(Topics.CHARGER_EVENTS, charger));
    }

    List<EventRecord> connectorEvents(ChargerId charger) {
        return read(Topics.CONNECTOR_EVENTS, charger);
    }

    List<EventRecord> transactionEvents(ChargerId charger) {
        return withoutMarks(read(Topics.TRANSACTION_EVENTS, charger));
    }

    /** A gateway that searches for an event marks the end of its search with a record without a connection. */
    private static List<EventRecord> withoutMarks(List<EventRecord> records) {
        return records.stream()
                .filter(record -> !record.connectionId().equals(NO_CONNECTION))
                .toList();
    }

    List<NotificationRecord> notifications(ChargerId charger) {
        return read(Topics.CHARGER_NOTIFICATIONS, charger);
    }

    /** All values of {@code key} in the topic's order. */
    <K, V> List<V> read(Topic<K, V> topic, K key) {
        return reader.read(topic, key);
    }

    /** The number of records ever written to a topic. */
    int count(Topic<?, ?> topic) {
        return reader.count(topic);
    }

    @Override
    public void close() {
        producer.close();
        reader.close();
    }
}
