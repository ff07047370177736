package io.plugstream.webhook;

import static org.awaitility.Awaitility.await;

import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretKeyProperties;
import io.plugstream.base.secret.SecretOwner;
import io.plugstream.local.DevelopmentKey;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.ClaimRecord;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.model.webhook.SampleEvent;
import io.plugstream.model.webhook.SigningSecret;
import io.plugstream.model.webhook.WebhookRegistration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;

/** The log for tests: writes events and registrations as gateway and API do, and reads the dispatcher's records. */
public final class TestLog implements AutoCloseable {

    private static final SecretCipher CIPHER = new SecretKeyProperties(List.of(DevelopmentKey.VALUE)).cipher();

    private final String servers;
    private final Producer<byte[], byte[]> producer;

    public TestLog(String servers) {
        this.servers = servers;
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers, "linger.ms", 0),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** Creates the topics that the broker does not have yet. */
    public void createTopics() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            Set<String> present = admin.listTopics().names().get(30, TimeUnit.SECONDS);
            admin.createTopics(Topics.ALL.stream()
                            .filter(topic -> !present.contains(topic.name()))
                            .map(Topic::creation)
                            .toList())
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }
    }

    /** Deletes a topic, and creates it when it is gone. */
    public void recreate(Topic<?, ?> topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            admin.deleteTopics(List.of(topic.name())).all().get(30, TimeUnit.SECONDS);
            await().until(() ->
                    !admin.listTopics().names().get(30, TimeUnit.SECONDS).contains(topic.name()));
        }
        createTopics();
    }

    static WebhookRegistration webhook(String id, String url, SigningSecret... secrets) {
        return new WebhookRegistration(
                id, Mode.LIVE, url, EnumSet.allOf(EventType.class), true, Arrays.asList(secrets));
    }

    /** A secret sealed as by api-service. */
    static SigningSecret sealed(String organisationId, String webhookId, String secret, @Nullable Instant expiresAt) {
        return new SigningSecret(CIPHER.seal(secret, new SecretOwner(organisationId, webhookId)), expiresAt);
    }

    void register(String organisationId, WebhookRegistration... webhooks) throws Exception {
        send(Topics.WEBHOOK_REGISTRATIONS.record(
                organisationId, new OrganisationWebhooks(organisationId, List.of(webhooks))));
    }

    void unregister(String organisationId) throws Exception {
        send(new ProducerRecord<>(
                Topics.WEBHOOK_REGISTRATIONS.name(),
                Topics.WEBHOOK_REGISTRATIONS.keys().serializer().serialize("", organisationId),
                null));
    }

    public String publish(EventRecord event) throws Exception {
        send(record(event));
        return event.eventId().toString();
    }

    String publishAsOf(Instant time, EventRecord event) throws Exception {
        ProducerRecord<byte[], byte[]> now = record(event);
        send(new ProducerRecord<>(now.topic(), null, time.toEpochMilli(), now.key(), now.value()));
        return event.eventId().toString();
    }

    /** Publishes {@code number} events that were in the log since {@code time}, and waits for all of them. */
    void publishAsOf(Instant time, int number, Supplier<EventRecord> event) throws Exception {
        List<Future<?>> sent = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            ProducerRecord<byte[], byte[]> now = record(event.get());
            sent.add(producer.send(
                    new ProducerRecord<>(now.topic(), null, time.toEpochMilli(), now.key(), now.value())));
        }
        for (Future<?> one : sent) {
            one.get(60, TimeUnit.SECONDS);
        }
    }

    String publish(SampleEvent sample) throws Exception {
        send(Topics.WEBHOOK_TESTS.record(sample.webhookId(), sample));
        return sample.eventId().toString();
    }

    void publishRaw(String key, byte[] value) throws Exception {
        send(new ProducerRecord<>(
                Topics.CHARGER_EVENTS.name(),
                Topics.CHARGER_EVENTS.keys().serializer().serialize("", ChargerId.parse(key)),
                value));
    }

    private static ProducerRecord<byte[], byte[]> record(EventRecord event) {
        return Topics.of(event.data()).record(event.chargerId(), event);
    }

    private void send(ProducerRecord<byte[], byte[]> record) throws Exception {
        // A broker may be restarting on a busy machine.
        producer.send(record).get(60, TimeUnit.SECONDS);
    }

    /** All end records of deliveries, in partition order. */
    public List<Ended> ends() {
        return read(Topics.WEBHOOK_DELIVERIES.name()).stream()
                .map(record -> Topics.WEBHOOK_DELIVERIES.values().deserializer().deserialize("", record.value()))
                .map(Ended.class::cast)
                .toList();
    }

    List<Claimed> claims(String webhookId) {
        return claims().stream()
                .flatMap(ClaimRecord::claims)
                .filter(claim -> claim.webhookId().equals(webhookId))
                .toList();
    }

    /** All claim records, including those of aborted transactions, in partition order. */
    public List<ClaimRecord> claims() {
        return read(Topics.WEBHOOK_CLAIMS.name()).stream()
                .map(record -> Topics.WEBHOOK_CLAIMS.values().deserializer().deserialize("", record.value()))
                .toList();
    }

    List<Ended> ends(String webhookId) {
        return ends().stream().filter(end -> end.webhookId().equals(webhookId)).toList();
    }

    List<Ended> ends(String webhookId, String eventId) {
        return ends(webhookId).stream()
                .filter(end -> end.eventId().equals(UUID.fromString(eventId)))
                .toList();
    }

    public List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of("bootstrap.servers", servers, "isolation.level", "read_uncommitted"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
            return records;
        }
    }

    /** Resets the group's offsets to the beginning, as an operator might; the group must have no members. */
    void rewindGroup() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            Map<TopicPartition, OffsetAndMetadata> offsets = admin.listConsumerGroupOffsets("webhook-dispatcher")
                    .partitionsToOffsetAndMetadata()
                    .get(20, TimeUnit.SECONDS);
            Map<TopicPartition, OffsetAndMetadata> rewound = new HashMap<>();
            offsets.keySet().forEach(partition -> rewound.put(partition, new OffsetAndMetadata(0)));
            admin.alterConsumerGroupOffsets("webhook-dispatcher", rewound).all().get(20, TimeUnit.SECONDS);
        }
    }

    void forgetGroups() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            admin.deleteConsumerGroups(List.of("webhook-dispatcher")).all().get(20, TimeUnit.SECONDS);
        }
    }

    /** Appends an unchanged value; null for none. */
    @SuppressWarnings("NullAway") // Kafka's interfaces have no nullness annotations.
    public void append(String topic, int partition, byte @Nullable [] value) throws Exception {
        send(new ProducerRecord<>(topic, partition, null, value));
    }

    /** Publishes {@code events} events to a partition. */
    public void publishTo(int partition, int events) throws Exception {
        for (int i = 0; i < events; i++) {
            ProducerRecord<byte[], byte[]> record = record(Events.connected("acme"));
            send(new ProducerRecord<>(record.topic(), partition, record.key(), record.value()));
        }
    }

    /** Sets an offset of a group that has no members. */
    public void commit(String group, String topic, int partition, long offset) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            admin.alterConsumerGroupOffsets(
                            group, Map.of(new TopicPartition(topic, partition), new OffsetAndMetadata(offset)))
                    .all()
                    .get(20, TimeUnit.SECONDS);
        }
    }

    /** Kafka clients with a service's settings. */
    public KafkaClients clients() {
        KafkaProperties properties = new KafkaProperties();
        properties.setBootstrapServers(List.of(servers));
        properties.getProducer().setAcks("all");
        return new KafkaClients(properties, new KafkaConnectionDetails() {
            @Override
            public List<String> getBootstrapServers() {
                return List.of(servers);
            }
        });
    }

    @Override
    public void close() {
        producer.close();
    }
}
