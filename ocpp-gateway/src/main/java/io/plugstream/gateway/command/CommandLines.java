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

/** The lines of the open connections of this gateway. */
@Component
public final class CommandLines {

    private static final int MOST_ENDED = 100_000;

    private final Map<UUID, CommandLine> open = new ConcurrentHashMap<>();

    /** Connections that ended not long ago; a command for one of them need not wait for its life to end. */
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
     * Begins the line of a new connection; to be closed with it.
     *
     * @param script how the version of OCPP that the charger speaks puts commands
     */
    public CommandLine open(UUID connectionId, Wire wire, Function<ChargerCommand, Step> script) {
        CommandLine line = line(wire, script);
        open.put(connectionId, line);
        return line;
    }

    /** Ends the line of a connection. What it still has to tell it tells on a thread of its own. */
    public void close(UUID connectionId) {
        close(connectionId, Duration.ZERO);
    }

    /** Ends the line of a connection and waits until it has told all. */
    public void close(UUID connectionId, Duration atMost) {
        ended.put(connectionId, true);
        CommandLine line = open.remove(connectionId);
        if (line != null) {
            line.close();
            line.awaitIdle(atMost);
        }
    }

    /** Gives a command to the connection it is for, if that is or was one of this gateway's. */
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
                    throw new IllegalStateException("nothing is asked of a connection that has ended");
                });
        line.close();
        return line;
    }
}
