package io.plugstream.gateway.command;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plugstream.base.trace.TraceHeaders;
import io.plugstream.base.trace.Traces;
import io.plugstream.gateway.protocol.Step;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.ChargerCommand;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/** The command queues of this gateway's open connections. */
@Component
public final class CommandQueues {

    private static final int MOST_ENDED = 100_000;

    private final Map<UUID, CommandQueue> open = new ConcurrentHashMap<>();

    /** Connections that ended recently. A command for one of them fails at once instead of expiring. */
    private final Cache<UUID, Boolean> ended = Caffeine.newBuilder()
            .maximumSize(MOST_ENDED)
            .expireAfterWrite(Duration.ofMinutes(1))
            .build();

    private final ResultWriter results;
    private final CommandMetrics metrics;
    private final Clock clock;
    private final CommandQueueProperties properties;
    private final CommandMemory memory;
    private final Traces traces;

    CommandQueues(
            ResultWriter results,
            CommandMetrics metrics,
            Clock clock,
            CommandQueueProperties properties,
            Traces traces) {
        this.results = results;
        this.metrics = metrics;
        this.clock = clock;
        this.properties = properties;
        this.memory = new CommandMemory(properties.memory().toBytes());
        this.traces = traces;
    }

    /**
     * Opens the queue of a new connection. Close it with the connection.
     *
     * @param script translates commands to the charger's OCPP version
     */
    public CommandQueue open(UUID connectionId, FrameSender sender, Function<ChargerCommand, Step> script) {
        CommandQueue queue = queue(sender, script);
        open.put(connectionId, queue);
        return queue;
    }

    /** Closes the queue of a connection. Outstanding results are reported on the queue's own thread. */
    public void close(UUID connectionId) {
        close(connectionId, Duration.ZERO);
    }

    /** Closes the queue of a connection and waits until all its results are reported. */
    public void close(UUID connectionId, Duration atMost) {
        ended.put(connectionId, true);
        CommandQueue queue = open.remove(connectionId);
        if (queue != null) {
            queue.close();
            queue.awaitIdle(atMost);
        }
    }

    /** Reports that a charger has connected with the password that a command set. */
    public void passwordUsed(ChargerId charger, UUID commandId) {
        results.passwordUsed(charger, commandId);
    }

    /**
     * Delivers a command to its connection, if this gateway has or recently had that connection.
     *
     * @param bytes its size in the topic
     */
    void deliver(ChargerCommand command, int bytes, TraceHeaders origin) {
        CommandQueue queue = open.get(command.connectionId());
        if (queue != null) {
            queue.offer(command, bytes, origin);
        } else if (ended.getIfPresent(command.connectionId()) != null) {
            closed().offer(command, bytes, origin);
        }
    }

    private CommandQueue queue(FrameSender sender, Function<ChargerCommand, Step> script) {
        return new CommandQueue(sender, script, results, metrics, clock, properties.waiting(), memory, traces);
    }

    private CommandQueue closed() {
        CommandQueue queue = queue(
                _ -> {
                    throw new IOException("the connection has ended");
                },
                _ -> {
                    throw new IllegalStateException("no CALL is sent over a connection that has ended");
                });
        queue.close();
        return queue;
    }
}
