package io.plugstream.gateway.publish;

import io.plugstream.gateway.publish.TimedOutMessages.Content;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.ReportPart;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.NotificationRecord;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Appends messages of chargers that need no {@link Note} to their topics. */
@Component
public final class ChargerEvents {

    private final DurableLog log;
    private final TimedOutMessages timedOut;

    private record Sent(Content content, Append append) {}

    ChargerEvents(DurableLog log, TimedOutMessages timedOut) {
        this.log = log;
        this.timedOut = timedOut;
    }

    /** Publishes {@code records} of one charger in this order. Joins appends that are already under way. */
    public void publish(ChargerId charger, List<EventRecord> records) throws NotAcknowledgedException {
        List<Sent> sent = new ArrayList<>(records.size());
        for (EventRecord record : records) {
            Topic<ChargerId, EventRecord> topic = Topics.of(record.data());
            sent.add(send(topic, charger, Content.of(topic.name(), record), record));
        }
        await(charger, sent);
    }

    /** Stores a notification, which is not an event, and the part of a report that it contains. */
    public void note(ChargerId charger, NotificationRecord record, @Nullable ReportPart part)
            throws NotAcknowledgedException {
        List<Sent> sent = new ArrayList<>(2);
        if (part != null) {
            sent.add(send(Topics.COMMAND_REPORTS, charger, record, part));
        }
        sent.add(send(Topics.CHARGER_NOTIFICATIONS, charger, record, record));
        await(charger, sent);
    }

    private <V> Sent send(Topic<ChargerId, V> topic, ChargerId charger, NotificationRecord message, V record) {
        return send(topic, charger, Content.of(topic.name(), message), record);
    }

    private <V> Sent send(Topic<ChargerId, V> topic, ChargerId charger, Content content, V record) {
        Append append = timedOut.take(charger, content).orElseGet(() -> log.send(topic, charger, record));
        return new Sent(content, append);
    }

    private void await(ChargerId charger, List<Sent> sent) throws NotAcknowledgedException {
        try {
            for (Sent one : sent) {
                log.await(one.append());
            }
        } catch (NotAcknowledgedException e) {
            sent.forEach(one -> timedOut.add(charger, one.content(), one.append()));
            throw e;
        }
    }
}
