package io.plugstream.gateway.presence;

import io.plugstream.base.kafka.TopicTable;
import io.plugstream.gateway.publish.CurrentTables;
import io.plugstream.gateway.publish.GatewayRun;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.publish.Runs;
import io.plugstream.model.charger.GatewayBeat;
import io.plugstream.model.topic.Topics;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Knows which gateways are alive from their beats in Kafka. Silence is measured in this gateway's own beats, not by a
 * clock. So no gateway is taken for dead while this one is suspended or Kafka accepts no records.
 */
@Component
final class Beats implements Runs {

    private final TopicTable<String, GatewayBeat> table;
    private final CurrentTables current;
    private final String run;
    private final int missedBeats;

    /** By run: the number of this gateway's own beats at that run's last beat, or at the first question for it. */
    private final Map<String, Long> heard = new ConcurrentHashMap<>();

    private final AtomicLong own = new AtomicLong();

    Beats(TopicTable<String, GatewayBeat> table, CurrentTables current, GatewayRun run, PresenceProperties properties) {
        this.table = table;
        this.current = current;
        this.run = run.id().toString();
        this.missedBeats = properties.missedBeats();
        table.addListener(this::read);
    }

    /** Whether the gateway process has stopped sending beats. */
    boolean isLost(UUID other) {
        String name = other.toString();
        return !name.equals(run) && own.get() - heard.computeIfAbsent(name, _ -> own.get()) >= missedBeats;
    }

    @Override
    public boolean hasPublished(UUID other, long number) {
        GatewayBeat last = table.get(other.toString());
        return last != null && last.covers(number);
    }

    /** A run without any beat has been dead for longer than beats are kept. */
    @Override
    public boolean isGone(UUID other) throws NotAcknowledgedException {
        String name = other.toString();
        return isLost(other)
                || (table.get(name) == null
                        && current.get(Topics.GATEWAY_BEATS, table, name).isEmpty());
    }

    private void read(String name, @Nullable GatewayBeat beat) {
        if (name.equals(run)) {
            own.incrementAndGet();
        } else if (beat == null) {
            heard.remove(name);
        } else {
            heard.put(name, own.get());
        }
    }
}
