package io.plugstream.webhook;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.DeliveryRecord;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.model.webhook.SampleEvent;
import io.plugstream.model.webhook.SigningSecret;
import io.plugstream.model.webhook.WebhookRegistration;
import io.plugstream.webhook.group.Records;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
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

/** The tests' end of the log: writes events and registrations as gateway and API do, reads what the dispatcher wrote. */
final class Log implements AutoCloseable {

    private final String servers;
    private final Producer<byte[], byte[]> producer;

    Log(String servers) {
        this.servers = servers;
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers, "linger.ms", 0),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    void createTopics() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            admin.createTopics(Topics.ALL.stream().map(Topic::creation).toList())
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }
    }

    static WebhookRegistration webhook(String id, String url, SigningSecret... secrets) {
        return new WebhookRegistration(
                id, Mode.LIVE, url, EnumSet.allOf(EventType.class), true, Arrays.asList(secrets));
    }

    void register(String organisationId, WebhookRegistration... webhooks) throws Exception {
        send(Records.of(
                Topics.WEBHOOK_REGISTRATIONS,
                organisationId,
                new OrganisationWebhooks(organisationId, List.of(webhooks))));
    }

    void unregister(String organisationId) throws Exception {
        send(new ProducerRecord<>(
                Topics.WEBHOOK_REGISTRATIONS.name(),
                Topics.WEBHOOK_REGISTRATIONS.keys().serializer().serialize("", organisationId),
                null));
    }

    String publish(EventRecord event) throws Exception {
        send(record(event));
        return event.eventId().toString();
    }

    void publishAsOf(Instant time, EventRecord event) throws Exception {
        ProducerRecord<byte[], byte[]> now = record(event);
        send(new ProducerRecord<>(now.topic(), null, time.toEpochMilli(), now.key(), now.value()));
    }

    String publish(SampleEvent sample) throws Exception {
        send(Records.of(Topics.WEBHOOK_TESTS, sample.webhookId(), sample));
        return sample.eventId().toString();
    }

    void publishRaw(String key, byte[] value) throws Exception {
        send(new ProducerRecord<>(
                Topics.CHARGER_EVENTS.name(),
                Topics.CHARGER_EVENTS.keys().serializer().serialize("", ChargerId.parse(key)),
                value));
    }

    private static ProducerRecord<byte[], byte[]> record(EventRecord event) {
        return Records.of(Topics.of(event.data()), event.chargerId(), event);
    }

    private void send(ProducerRecord<byte[], byte[]> record) throws Exception {
        producer.send(record).get(20, TimeUnit.SECONDS);
    }

    /** Everything of the deliveries topic that is committed, in the order of its partitions. */
    List<DeliveryRecord> deliveries() {
        return read(Topics.WEBHOOK_DELIVERIES.name()).stream()
                .map(record -> Topics.WEBHOOK_DELIVERIES.values().deserializer().deserialize("", record.value()))
                .toList();
    }

    List<Claimed> claims(String webhookId) {
        return deliveries().stream()
                .filter(step -> step.webhookId().equals(webhookId))
                .filter(Claimed.class::isInstance)
                .map(Claimed.class::cast)
                .toList();
    }

    List<Ended> ends(String webhookId) {
        return deliveries().stream()
                .filter(step -> step.webhookId().equals(webhookId))
                .filter(Ended.class::isInstance)
                .map(Ended.class::cast)
                .toList();
    }

    List<Ended> ends(String webhookId, String eventId) {
        return ends(webhookId).stream()
                .filter(end -> end.eventId().equals(UUID.fromString(eventId)))
                .toList();
    }

    List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of("bootstrap.servers", servers, "isolation.level", "read_committed"),
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

    /** Sets the offsets of the dispatchers' group back to the beginning, as an operator might; the group has no member. */
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
            admin.deleteConsumerGroups(List.of("webhook-dispatcher", "webhook-dispatcher-outcomes"))
                    .all()
                    .get(20, TimeUnit.SECONDS);
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
