package io.plugstream.gateway.command;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plugstream.base.trace.TraceHeaders;
import io.plugstream.base.trace.Traces;
import io.plugstream.gateway.protocol.Step;
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
public final class CommandLines {

    private static final int MOST_ENDED = 100_000;

    private final Map<UUID, CommandLine> open = new ConcurrentHashMap<>();

    /** Connections that ended recently. A command for one of them fails at once instead of expiring. */
    private final Cache<UUID, Boolean> ended = Caffeine.newBuilder()
            .maximumSize(MOST_ENDED)
            .expireAfterWrite(Duration.ofMinutes(1))
            .build();

    private final ResultWriter results;
    private final CommandMetrics metrics;
    private final Clock clock;
    private final CommandLineProperties properties;
    private final Traces traces;

    CommandLines(
            ResultWriter results,
            CommandMetrics metrics,
            Clock clock,
            CommandLineProperties properties,
            Traces traces) {
        this.results = results;
        this.metrics = metrics;
        this.clock = clock;
        this.properties = properties;
        this.traces = traces;
    }

    /**
     * Opens the queue of a new connection. Close it with the connection.
     *
     * @param script translates commands to the charger's OCPP version
     */
    public CommandLine open(UUID connectionId, Wire wire, Function<ChargerCommand, Step> script) {
        CommandLine line = line(wire, script);
        open.put(connectionId, line);
        return line;
    }

    /** Closes the queue of a connection. Outstanding results are reported on the queue's own thread. */
    public void close(UUID connectionId) {
        close(connectionId, Duration.ZERO);
    }

    /** Closes the queue of a connection and waits until all its results are reported. */
    public void close(UUID connectionId, Duration atMost) {
        ended.put(connectionId, true);
        CommandLine line = open.remove(connectionId);
        if (line != null) {
            line.close();
            line.awaitIdle(atMost);
        }
    }

    /** Delivers a command to its connection, if this gateway has or recently had that connection. */
    void deliver(ChargerCommand command, TraceHeaders origin) {
        CommandLine line = open.get(command.connectionId());
        if (line != null) {
            line.offer(command, origin);
        } else if (ended.getIfPresent(command.connectionId()) != null) {
            closed().offer(command, origin);
        }
    }

    private CommandLine line(Wire wire, Function<ChargerCommand, Step> script) {
        return new CommandLine(wire, script, results, metrics, clock, properties.waiting(), traces);
    }

    private CommandLine closed() {
        CommandLine line = line(
                _ -> {
                    throw new IOException("the connection has ended");
                },
                _ -> {
                    throw new IllegalStateException("no CALL is sent over a connection that has ended");
                });
        line.close();
        return line;
    }
}
