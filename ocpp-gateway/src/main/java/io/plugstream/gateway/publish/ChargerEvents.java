package io.plugstream.gateway.publish;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.NotificationRecord;
import io.plugstream.model.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.springframework.stereotype.Component;

/** Appends events to the topics of their kinds. */
@Component
public final class ChargerEvents {

    private final DurableLog log;

    ChargerEvents(DurableLog log) {
        this.log = log;
    }

    /** Publishes {@code records} of one charger in this order. */
    public void publish(ChargerId charger, List<EventRecord> records) throws NotAcknowledgedException {
        List<CompletableFuture<RecordMetadata>> sent = new ArrayList<>(records.size());
        for (EventRecord record : records) {
            sent.add(log.send(Topics.of(record.data()), charger, record));
        }
        for (CompletableFuture<RecordMetadata> one : sent) {
            log.await(one);
        }
    }

    /** Keeps what is no event. */
    public void note(ChargerId charger, NotificationRecord record) throws NotAcknowledgedException {
        log.append(Topics.CHARGER_NOTIFICATIONS, charger, record);
    }
}
