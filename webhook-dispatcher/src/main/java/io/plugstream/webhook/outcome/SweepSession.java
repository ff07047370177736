package io.plugstream.webhook.outcome;

import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.DeliveryRecord;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.webhook.group.GroupMember;
import io.plugstream.webhook.group.LogEnds;
import io.plugstream.webhook.group.Records;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One membership in the sweep's group, until something fails. For one thread. */
final class SweepSession implements AutoCloseable, ConsumerRebalanceListener {

    private static final Logger log = LoggerFactory.getLogger(SweepSession.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration LONGEST_READ = Duration.ofSeconds(30);
    private static final String GROUP = "webhook-dispatcher-outcomes";
    // What is swept is a minute old: many records at once cost less than each at once.
    private static final Map<String, Object> READING = Map.of(
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest", ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 256 * 1024);

    private final GroupMember member;
    private final LogEnds ends;
    private final OutcomeProperties times;
    private final OutcomeCounters counters;
    private final Clock clock;
    private final Map<TopicPartition, OpenClaims> claims = new HashMap<>();
    private final Map<TopicPartition, Long> committed = new HashMap<>();
    private Instant nextSweep = Instant.MIN;

    SweepSession(
            KafkaClients clients, Instance instance, OutcomeProperties times, OutcomeCounters counters, Clock clock) {
        this.times = times;
        this.counters = counters;
        this.clock = clock;
        this.member = GroupMember.of(clients, instance, GROUP, READING);
        this.ends = new LogEnds(clients);
    }

    void join() {
        member.fenceFormer();
        member.consumer().subscribe(Set.of(Topics.WEBHOOK_DELIVERIES.name()), this);
    }

    int openClaims() {
        return claims.values().stream().mapToInt(OpenClaims::size).sum();
    }

    /** Reads on, and sweeps when it is time. */
    void follow() {
        read();
        Instant now = clock.instant();
        if (!now.isBefore(nextSweep)) {
            sweep(now.minus(times.unknownAfter()));
            nextSweep = now.plus(times.sweepEvery());
        }
    }

    void leave() {
        member.leave();
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> claims.put(partition, new OpenClaims()));
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        claims.keySet().removeAll(partitions);
        committed.keySet().removeAll(partitions);
    }

    private void read() {
        member.consumer().poll(POLL).forEach(this::apply);
    }

    private void apply(ConsumerRecord<byte[], byte[]> record) {
        OpenClaims open = claims.get(new TopicPartition(record.topic(), record.partition()));
        if (open == null) {
            return;
        }
        try {
            DeliveryRecord step =
                    Topics.WEBHOOK_DELIVERIES.values().deserializer().deserialize(record.topic(), record.value());
            open.apply(step, record.offset());
        } catch (SerializationException e) {
            log.error(
                    "Record {} of {}-{} is passed over: {}",
                    record.offset(),
                    record.topic(),
                    record.partition(),
                    e.getMessage());
        }
    }

    private void sweep(Instant latest) {
        Set<TopicPartition> overdue = claims.entrySet().stream()
                .filter(share -> !share.getValue().claimedBy(latest).isEmpty())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        List<ProducerRecord<byte[], byte[]>> unknown = overdue.isEmpty() ? List.of() : unknownOf(overdue, latest);
        Map<TopicPartition, OffsetAndMetadata> needed = changedOffsets();
        if (!unknown.isEmpty()) {
            member.commit(unknown, needed);
            log.warn("{} claims had no outcome; they are recorded as unknown", unknown.size());
            unknown.forEach(_ -> counters.recorded(Outcome.UNKNOWN));
        } else if (!needed.isEmpty()) {
            member.consumer().commitSync(needed);
        }
        needed.forEach((partition, offset) -> committed.put(partition, offset.offset()));
    }

    /** Their outcomes may be among what is not read yet, or lie behind a transaction that is still open: reads on first. */
    private List<ProducerRecord<byte[], byte[]>> unknownOf(Set<TopicPartition> overdue, Instant latest) {
        Map<TopicPartition, Long> end = ends.of(overdue);
        Instant deadline = clock.instant().plus(LONGEST_READ);
        while (overdue.stream().anyMatch(partition -> isBehind(partition, end.getOrDefault(partition, 0L)))) {
            if (clock.instant().isAfter(deadline)) {
                throw new TimeoutException("deliveries could not be read to their end within " + LONGEST_READ);
            }
            read();
        }
        List<ProducerRecord<byte[], byte[]>> unknown = new ArrayList<>();
        for (TopicPartition partition : overdue) {
            OpenClaims open = claims.get(partition);
            if (open != null) {
                for (var claim : open.claimedBy(latest)) {
                    var ended = Unknown.of(claim, clock.instant());
                    unknown.add(Records.of(Topics.WEBHOOK_DELIVERIES, claim.webhookId(), ended));
                    open.close(ended);
                }
            }
        }
        return unknown;
    }

    private boolean isBehind(TopicPartition partition, long end) {
        return claims.containsKey(partition) && member.consumer().position(partition) < end;
    }

    private Map<TopicPartition, OffsetAndMetadata> changedOffsets() {
        Map<TopicPartition, OffsetAndMetadata> changed = new HashMap<>();
        claims.forEach((partition, open) -> {
            long needed = open.neededFrom(member.consumer().position(partition));
            if (needed != committed.getOrDefault(partition, -1L)) {
                changed.put(partition, new OffsetAndMetadata(needed));
            }
        });
        return changed;
    }

    @Override
    public void close() {
        member.close();
        ends.close();
    }
}
