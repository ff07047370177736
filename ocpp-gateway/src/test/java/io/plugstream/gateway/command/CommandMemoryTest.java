package io.plugstream.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import io.plugstream.base.trace.TraceHeaders;
import io.plugstream.base.trace.Traces;
import io.plugstream.gateway.protocol.Step;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.command.CommandFailure;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** Chargers that answer no command. */
class CommandMemoryTest {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<String> full = new CopyOnWriteArrayList<>();
    private final CommandQueues queues = new CommandQueues(
            new ResultWriter() {
                @Override
                public void sent(ChargerCommand command, Instant at) {}

                @Override
                public void ended(ChargerCommand command, CommandResult result) {
                    if (result instanceof CommandResult.Failed failed
                            && failed.failure() == CommandFailure.QUEUE_FULL) {
                        full.add(command.organisationId());
                    }
                }

                @Override
                public void passwordUsed(ChargerId charger, UUID commandId) {}
            },
            new CommandMetrics(meters),
            Clock.systemUTC(),
            new CommandQueueProperties(20, DataSize.ofBytes(64_000)),
            new Traces(Tracer.NOOP, Propagator.NOOP, false));

    @Test
    void anOrganisationsCommandsMayTakeHalfOfTheMemoryAndGiveItBack() {
        List<UUID> many = chargers(10);
        many.forEach(charger -> deliver("greedy", charger, 8));
        deliver("modest", chargers(1).getFirst(), 16);
        awaitPending(32 + 16);
        assertThat(full).hasSize(80 - 32).containsOnly("greedy");

        many.forEach(charger -> queues.close(charger, Duration.ofSeconds(10)));
        deliver("greedy", chargers(1).getFirst(), 20);
        awaitPending(16 + 20);
        assertThat(full).hasSize(80 - 32);
    }

    private void awaitPending(int commands) {
        await().until(() ->
                meters.get("plugstream.gateway.commands.pending").gauge().value() == commands);
    }

    private List<UUID> chargers(int number) {
        return IntStream.range(0, number)
                .mapToObj(_ -> UUID.randomUUID())
                .peek(connection -> queues.open(
                        connection,
                        _ -> {},
                        command -> new Step.Ask(command.action().wireName(), command.payload(), Step.Done::with)))
                .toList();
    }

    private void deliver(String organisationId, UUID connection, int commands) {
        Instant now = Instant.now();
        for (int i = 0; i < commands; i++) {
            ChargerCommand command = new ChargerCommand(
                    UUID.randomUUID(),
                    organisationId,
                    Mode.LIVE,
                    "CP",
                    connection,
                    CommandAction.RESET,
                    Json.mapper().createObjectNode(),
                    now,
                    now.plusSeconds(60),
                    now.plusSeconds(60),
                    null);
            queues.deliver(command, 1_000, new TraceHeaders(null, null));
        }
    }
}
