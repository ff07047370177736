package io.plugstream.api.command;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.database.Notifications;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** HTTP calls on this replica that wait for a command's end. The replica that stores the result notifies this one. */
@Component
class WaitingClients {

    private static final String CHANNEL = "command_ended";
    private static final Duration CONTENTION = Duration.ofMillis(10);

    private final Map<UUID, Sinks.Many<Boolean>> waiting = new ConcurrentHashMap<>();

    WaitingClients(Notifications notifications, MeterRegistry meters) {
        notifications.listen(CHANNEL, id -> wake(UUID.fromString(id)), this::wakeAll);
        Gauge.builder("plugstream.api.commands.waiting", waiting, Map::size)
                .description("HTTP calls that wait for a charger's answer")
                .register(meters);
    }

    /** Runs {@code work} with a signal whenever the command may have ended since this was called. */
    <T> Mono<T> withSignals(UUID id, Function<Flux<Boolean>, Mono<T>> work) {
        return Mono.using(() -> open(id), signals -> work.apply(signals.asFlux()), _ -> waiting.remove(id));
    }

    private Sinks.Many<Boolean> open(UUID id) {
        Sinks.Many<Boolean> signals = Sinks.many().replay().latest();
        waiting.put(id, signals);
        return signals;
    }

    private void wake(UUID id) {
        Sinks.Many<Boolean> signals = waiting.get(id);
        if (signals != null) {
            signals.emitNext(true, Sinks.EmitFailureHandler.busyLooping(CONTENTION));
        }
    }

    private void wakeAll() {
        waiting.keySet().forEach(this::wake);
    }
}
