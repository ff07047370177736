package io.plugstream.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import io.plugstream.base.trace.TraceHeaders;
import io.plugstream.base.trace.Traces;
import io.plugstream.gateway.ocpp.CallError;
import io.plugstream.gateway.ocpp.CallResult;
import io.plugstream.gateway.protocol.Step;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.command.CommandFailure;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommandTimesTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(200);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<String> frames = new CopyOnWriteArrayList<>();
    private final RecordedResults results = new RecordedResults();
    private final CommandMemory memory = new CommandMemory(1_000);

    @Test
    void aCommandIsSentBeforeItEndsHoweverFastTheAnswerIs() {
        var queues = new CopyOnWriteArrayList<CommandQueue>();
        var command = command(LONG);
        var error = new CallError(command.commandId().toString(), "NotSupported", "");
        var queue = queue(_ -> queues.getFirst().answered(error), new TickingClock());
        queues.add(queue);

        queue.offer(command, 100, untraced());

        await().until(() -> results.all().size() == 2);
        assertThat(results.all().get(0)).isInstanceOf(CommandResult.Sent.class);
        assertThat(results.all().get(1)).isInstanceOf(CommandResult.Refused.class);
        assertThat(results.all().get(1).at())
                .isAfterOrEqualTo(results.all().get(0).at());
    }

    @Test
    void aWaitingCommandTimesOutInTimeAndMakesRoom() {
        var queue = queue(frames::add, Clock.systemUTC());
        var first = command(LONG);
        queue.offer(first, 100, untraced());
        await().until(() -> frames.size() == 1);
        queue.offer(command(SHORT), 100, untraced());
        queue.offer(command(SHORT), 100, untraced());

        await().atMost(Duration.ofSeconds(10)).until(() -> results.ends().size() == 2);

        assertThat(results.ends())
                .allSatisfy(end ->
                        assertThat(((CommandResult.Failed) end).failure()).isEqualTo(CommandFailure.TIMED_OUT));
        assertThat(frames).hasSize(1);
        var next = command(LONG);
        queue.offer(next, 100, untraced());
        assertThat(queue.answered(accepted(first))).isTrue();
        await().until(() -> frames.size() == 2);
        assertThat(queue.answered(accepted(next))).isTrue();
        await().until(() -> results.ends().size() == 4);
        assertThat(results.ends())
                .filteredOn(CommandResult.Answered.class::isInstance)
                .hasSize(2);
        await().until(() ->
                meters.get("plugstream.gateway.commands.pending").gauge().value() == 0);
        await("all memory is free").until(() -> memory.take("demo", 1_000));
    }

    private CommandQueue queue(FrameSender sender, Clock clock) {
        return new CommandQueue(
                sender,
                command -> new Step.Ask(command.action().wireName(), command.payload(), Step.Done::with),
                results,
                new CommandMetrics(meters),
                clock,
                2,
                memory,
                new Traces(Tracer.NOOP, Propagator.NOOP, false));
    }

    private static TraceHeaders untraced() {
        return new TraceHeaders(null, null);
    }

    private static CallResult accepted(ChargerCommand command) {
        return new CallResult(command.commandId().toString(), payload("{\"status\":\"Accepted\"}"));
    }

    private static ObjectNode payload(String json) {
        return (ObjectNode) Json.mapper().readTree(json);
    }

    private static ChargerCommand command(Duration life) {
        Instant now = Instant.now();
        return new ChargerCommand(
                UUID.randomUUID(),
                "demo",
                Mode.LIVE,
                "CP",
                UUID.randomUUID(),
                CommandAction.RESET,
                payload("{\"type\":\"Soft\"}"),
                now,
                now.plus(LONG),
                now.plus(life),
                null);
    }

    /** A clock that goes on by a millisecond each time it is read. */
    private static final class TickingClock extends Clock {

        private final AtomicLong millis = new AtomicLong(System.currentTimeMillis());

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(millis.incrementAndGet());
        }
    }
}
