package io.plugstream.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import io.plugstream.base.trace.TraceHeaders;
import io.plugstream.base.trace.Traces;
import io.plugstream.gateway.protocol.Step;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CommandTraceTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<UUID> ended = new CopyOnWriteArrayList<>();
    private final CommandMemory memory = new CommandMemory(1_000);
    private final CommandQueue queue = new CommandQueue(
            _ -> {},
            _ -> Step.Done.with(Json.mapper().createObjectNode()),
            new ResultWriter() {
                @Override
                public void sent(ChargerCommand command, Instant at) {}

                @Override
                public void ended(ChargerCommand command, CommandResult result) {
                    ended.add(command.commandId());
                }

                @Override
                public void passwordUsed(ChargerId charger, UUID commandId) {}
            },
            new CommandMetrics(meters),
            Clock.systemUTC(),
            2,
            memory,
            new Traces(Tracer.NOOP, new FailingOnce(), false));

    @Test
    void anErrorOfATraceEndsOneCommandOnly() {
        queue.offer(command(), 100, new TraceHeaders(null, null));
        ChargerCommand next = command();
        queue.offer(next, 100, new TraceHeaders(null, null));

        await().atMost(LONG).until(() -> ended.equals(List.of(next.commandId())));
        queue.awaitIdle(LONG);
        assertThat(meters.get("plugstream.gateway.commands.pending").gauge().value())
                .isZero();
        assertThat(memory.take("demo", 1_000)).as("all memory is free").isTrue();
    }

    private static ChargerCommand command() {
        Instant now = Instant.now();
        return new ChargerCommand(
                UUID.randomUUID(),
                "demo",
                Mode.LIVE,
                "CP",
                UUID.randomUUID(),
                CommandAction.RESET,
                Json.mapper().createObjectNode().put("type", "Soft"),
                now,
                now.plus(LONG),
                now.plus(LONG),
                null);
    }

    private static final class FailingOnce implements Propagator {

        private final AtomicBoolean hasFailed = new AtomicBoolean();

        @Override
        public List<String> fields() {
            return List.of();
        }

        @Override
        public <C> void inject(TraceContext context, @Nullable C carrier, Setter<C> setter) {}

        @Override
        public <C> Span.Builder extract(@Nullable C carrier, Getter<C> getter) {
            if (!hasFailed.getAndSet(true)) {
                throw new IllegalStateException("unexpected");
            }
            return Span.Builder.NOOP;
        }
    }
}
