package io.plugstream.api.live;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.model.charger.ChargerFrame;
import io.plugstream.model.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** This replica's streams of frames. */
@Component
class FrameSubscriptions {

    private static final Logger log = LoggerFactory.getLogger(FrameSubscriptions.class);

    /** Keyed by the record key of their charger. */
    private final Map<String, List<FrameSubscription>> subscriptions = new ConcurrentHashMap<>();

    FrameSubscriptions(MeterRegistry meters) {
        Gauge.builder("plugstream.api.frames.streams", this, FrameSubscriptions::size)
                .description("Streams of chargers' frames")
                .register(meters);
    }

    void join(FrameSubscription subscription) {
        subscriptions.merge(
                subscription.charger().toString(),
                List.of(subscription),
                (present, added) ->
                        Stream.concat(present.stream(), added.stream()).toList());
    }

    void leave(FrameSubscription subscription) {
        subscriptions.computeIfPresent(subscription.charger().toString(), (_, present) -> {
            List<FrameSubscription> rest =
                    present.stream().filter(one -> one != subscription).toList();
            return rest.isEmpty() ? null : rest;
        });
    }

    /** Passes a record to the streams of its charger. Called by one thread. */
    void dispatch(ConsumerRecord<byte[], byte[]> record) {
        List<FrameSubscription> subscribers = record.key() == null || record.value() == null
                ? List.of()
                : subscriptions.getOrDefault(new String(record.key(), StandardCharsets.UTF_8), List.of());
        if (subscribers.isEmpty()) {
            return;
        }
        try {
            ChargerFrame frame =
                    Topics.CHARGER_FRAMES.values().deserializer().deserialize(record.topic(), record.value());
            subscribers.forEach(subscriber -> subscriber.offer(frame));
        } catch (SerializationException e) {
            log.error("Record {} of {}-{} is no readable frame", record.offset(), record.topic(), record.partition());
        }
    }

    private int size() {
        return subscriptions.values().stream().mapToInt(List::size).sum();
    }
}
