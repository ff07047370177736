package io.plugstream.sandbox;

import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretKeyProperties;
import io.plugstream.base.secret.SecretOwner;
import io.plugstream.local.DevelopmentKey;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxAction;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.model.sandbox.SandboxOrder;
import io.plugstream.model.sandbox.SandboxProtocol;
import io.plugstream.model.sandbox.SandboxState;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Registers test chargers and places orders as api-service does, and reads the chargers' committed states. */
final class SandboxClient implements AutoCloseable {

    private static final SecretCipher CIPHER = new SecretKeyProperties(List.of(DevelopmentKey.VALUE)).cipher();

    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<ChargerId, @Nullable SandboxState> consumer;
    private final Map<ChargerId, SandboxState> states = new HashMap<>();
    private final Map<ChargerId, List<SandboxState>> histories = new HashMap<>();
    private final List<ChargerId> setBack = new ArrayList<>();

    /** The service must have created its topics. */
    SandboxClient(String servers) {
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers, "linger.ms", 0),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        this.consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", servers, "isolation.level", "read_committed"),
                Topics.SANDBOX_STATES.keys().deserializer(),
                Topics.SANDBOX_STATES.values().deserializer());
        var partitions = consumer.partitionsFor(Topics.SANDBOX_STATES.name()).stream()
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    void register(ChargerId id) throws Exception {
        register(id, true, Instant.now());
    }

    /** @param at identifies the registration; the same time again changes it */
    void register(ChargerId id, boolean simulated, Instant at) throws Exception {
        register(charger(id, password(id), simulated, at, 11_000, Map.of()));
    }

    void register(SandboxCharger settings) throws Exception {
        send(Topics.SANDBOX_CHARGERS.record(
                new ChargerId(settings.organisationId(), settings.chargeBoxId()), settings));
    }

    static SandboxCharger charger(
            ChargerId id, String password, boolean simulated, Instant at, int powerW, Map<String, String> answers) {
        return new SandboxCharger(
                id.organisationId(),
                id.chargeBoxId(),
                password,
                simulated,
                SandboxProtocol.OCPP_1_6,
                1,
                60,
                powerW,
                answers,
                at);
    }

    /** Encrypted differently each time. */
    static String password(ChargerId id) {
        return CIPHER.seal(
                "sixteen and more", new SecretOwner(id.organisationId(), SandboxCharger.owner(id.chargeBoxId())));
    }

    /** Stores a state as the owner of its shard does. */
    void store(SandboxState state) throws Exception {
        send(Topics.SANDBOX_STATES.record(new ChargerId(state.organisationId(), state.chargeBoxId()), state));
    }

    /** Places an order and returns its offset. */
    long act(ChargerId id, SandboxAction action) throws Exception {
        return order(id, new SandboxOrder.Act(Instant.now(), action, null, 1));
    }

    long order(ChargerId id, SandboxOrder order) throws Exception {
        return send(Topics.SANDBOX_ORDERS.record(id, order));
    }

    private long send(ProducerRecord<byte[], byte[]> record) throws Exception {
        return producer.send(record).get(20, TimeUnit.SECONDS).offset();
    }

    /** The newest state of a charger. */
    synchronized Optional<SandboxState> state(ChargerId id) {
        consumer.poll(Duration.ofMillis(50)).forEach(this::keep);
        return Optional.ofNullable(states.get(id));
    }

    /** All states of a charger that were read so far, in their order. */
    synchronized List<SandboxState> history(ChargerId id) {
        return List.copyOf(histories.getOrDefault(id, List.of()));
    }

    /** Chargers of which a later state knew fewer orders. */
    synchronized List<ChargerId> setBack() {
        return List.copyOf(setBack);
    }

    private void keep(ConsumerRecord<ChargerId, @Nullable SandboxState> record) {
        if (record.value() == null) {
            states.remove(record.key());
            return;
        }
        histories.computeIfAbsent(record.key(), _ -> new ArrayList<>()).add(record.value());
        var former = states.put(record.key(), record.value());
        if (former != null && former.through() > record.value().through()) {
            setBack.add(record.key());
        }
    }

    @Override
    public synchronized void close() {
        producer.close();
        consumer.close();
    }
}
