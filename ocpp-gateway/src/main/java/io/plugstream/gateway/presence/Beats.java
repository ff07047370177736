package io.plugstream.gateway.presence;

import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.charger.GatewayBeat;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Which gateways live, as the topic of their signs of life says. Silence is counted in this gateway's own signs, not by a
 * clock: while it sleeps itself, or while Kafka takes nothing from anybody, nobody is taken for dead.
 */
@Component
final class Beats {

    private final String run;
    private final int missedBeats;

    /** By run: how many signs this gateway had given at its last, or when it was first asked for. */
    private final Map<String, Long> heard = new ConcurrentHashMap<>();

    private final AtomicLong own = new AtomicLong();

    Beats(TopicTable<String, GatewayBeat> table, GatewayRun run, PresenceProperties properties) {
        this.run = run.id().toString();
        this.missedBeats = properties.missedBeats();
        table.onChange(this::read);
    }

    /** Whether the gateway process gives no sign of life any more. */
    boolean isLost(UUID other) {
        String name = other.toString();
        return !name.equals(run) && own.get() - heard.computeIfAbsent(name, _ -> own.get()) >= missedBeats;
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
