package io.plugstream.gateway.publish;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topic;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The events of one charger in a partition. */
final class PastEvents {

    private static final Logger logger = LoggerFactory.getLogger(PastEvents.class);

    private final PartitionReader reader;
    private final Topic<ChargerId, EventRecord> topic;
    private final byte[] key;

    PastEvents(PartitionReader reader, Topic<ChargerId, EventRecord> topic, ChargerId charger) {
        this.reader = reader;
        this.topic = topic;
        this.key = topic.keys().serializer().serialize(topic.name(), charger);
    }

    /** Passes each event from {@code since} on to {@code done}, until it returns true or the turn ends. */
    void read(Instant since, Predicate<EventRecord> done, ReadTurns.Turn turn) throws NotAcknowledgedException {
        AtomicBoolean enough = new AtomicBoolean();
        reader.readTo(reader.seek(since), () -> isOver(enough, turn), record -> {
            if (!enough.get() && Arrays.equals(record.key(), key)) {
                enough.set(isEnough(record, done));
            }
        });
    }

    private static boolean isOver(AtomicBoolean enough, ReadTurns.Turn turn) throws NotAcknowledgedException {
        if (enough.get()) {
            return true;
        }
        turn.check();
        return false;
    }

    private boolean isEnough(ConsumerRecord<byte[], byte[]> record, Predicate<EventRecord> done) {
        try {
            return record.value() != null
                    && done.test(topic.values().deserializer().deserialize(topic.name(), record.value()));
        } catch (SerializationException e) {
            logger.error("Record {} of {}-{} cannot be read", record.offset(), record.topic(), record.partition());
            return false;
        }
    }
}
