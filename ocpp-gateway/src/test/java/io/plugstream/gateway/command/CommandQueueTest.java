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
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommandQueueTest {
    private static final TraceHeaders UNTRACED = new TraceHeaders(null, null);
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final UUID CONNECTION = UUID.randomUUID();

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<String> frames = new CopyOnWriteArrayList<>();
    private final RecordedResults results = new RecordedResults();
    private final CommandQueue queue = queue(frames::add);

    @Test
    void oneCallIsSentAtATimeAndTheOthersWaitInOrder() {
        ChargerCommand first = command(LONG);
        ChargerCommand second = command(LONG);
        queue.offer(first, 300, UNTRACED);
        queue.offer(second, 300, UNTRACED);
        awaitFrames(1);

        assertThat(queue.answered(accepted(second))).isFalse();
        assertThat(queue.answered(accepted(first))).isTrue();
        awaitFrames(2);
        assertThat(queue.answered(accepted(second))).isTrue();

        awaitEnds(2);
        assertThat(frames)
                .containsExactly(
                        "[2,\"" + first.commandId() + "\",\"Reset\",{\"type\":\"Soft\"}]",
                        "[2,\"" + second.commandId() + "\",\"Reset\",{\"type\":\"Soft\"}]");
        assertThat(results.all().stream().map(CommandResult::commandId))
                .containsExactly(first.commandId(), first.commandId(), second.commandId(), second.commandId());
        assertThat(results.all().get(0)).isInstanceOf(CommandResult.Sent.class);
        assertThat(results.all().get(1)).isInstanceOf(CommandResult.Answered.class);
    }

    @Test
    void aCallErrorEndsTheCommand() {
        ChargerCommand command = command(LONG);
        queue.offer(command, 300, UNTRACED);
        awaitFrames(1);

        queue.answered(new CallError(command.commandId().toString(), "NotSupported", "x".repeat(300)));

        assertThat(end()).isInstanceOfSatisfying(CommandResult.Refused.class, refused -> {
            assertThat(refused.code()).isEqualTo("NotSupported");
            assertThat(refused.description()).hasSize(255);
        });
    }

    @Test
    void aMalformedAnswerEndsTheCommandAndTheNextIsSent() {
        ChargerCommand command = command(LONG);
        queue.offer(command, 300, UNTRACED);
        queue.offer(command(LONG), 300, UNTRACED);
        awaitFrames(1);

        assertThat(queue.answeredUnreadably("another")).isFalse();
        assertThat(queue.answeredUnreadably(command.commandId().toString())).isTrue();

        awaitFrames(2);
        assertThat(failures()).containsExactly(CommandFailure.UNREADABLE_ANSWER);
    }

    @Test
    void repeatedAndUnexpectedAnswersAreOnlyCounted() {
        ChargerCommand command = command(LONG);
        assertThat(queue.answered(accepted(command))).isFalse();
        queue.offer(command, 300, UNTRACED);
        awaitFrames(1);

        assertThat(queue.answered(accepted(command))).isTrue();
        assertThat(queue.answered(accepted(command))).isFalse();

        awaitEnds(1);
        assertThat(meters.get("plugstream.gateway.commands.unexpected")
                        .counter()
                        .count())
                .isEqualTo(2);
    }

    @Test
    void aCommandTimesOutAtASilentChargerAndTheNextIsSent() {
        ChargerCommand silent = command(Duration.ofMillis(300));
        ChargerCommand next = command(LONG);
        queue.offer(silent, 300, UNTRACED);
        queue.offer(next, 300, UNTRACED);
        awaitFrames(2);

        assertThat(end()).isInstanceOfSatisfying(CommandResult.Failed.class, failed -> {
            assertThat(failed.failure()).isEqualTo(CommandFailure.TIMED_OUT);
            assertThat(failed.at()).isAfterOrEqualTo(silent.expiresAt().truncatedTo(ChronoUnit.MILLIS));
        });
        assertThat(queue.answered(accepted(silent))).isFalse();
        assertThat(queue.answered(accepted(next))).isTrue();
        awaitEnds(2);
    }

    @Test
    void anErrorEndsOneCommandOnly() {
        CommandQueue failing = queue(frame -> {
            frames.add(frame);
            if (frames.size() == 1) {
                throw new AssertionError("unexpected");
            }
        });
        failing.offer(command(LONG), 300, UNTRACED);
        ChargerCommand next = command(LONG);
        failing.offer(next, 300, UNTRACED);

        awaitFrames(2);
        assertThat(failing.answered(accepted(next))).isTrue();
        awaitEnds(1);
        failing.awaitIdle(LONG);
        assertThat(meters.get("plugstream.gateway.commands.pending").gauge().value())
                .isZero();
    }

    @Test
    void aCommandThatExpiresInTheQueueIsNotSent() {
        ChargerCommand first = command(Duration.ofMillis(500));
        queue.offer(first, 300, UNTRACED);
        queue.offer(command(Duration.ofMillis(100)), 300, UNTRACED);

        awaitEnds(2);
        assertThat(frames).hasSize(1);
        assertThat(failures()).containsExactly(CommandFailure.TIMED_OUT, CommandFailure.TIMED_OUT);
    }

    @Test
    void anExpiredCommandIsNotSent() {
        Instant past = Instant.now().minusSeconds(5);
        queue.offer(
                new ChargerCommand(
                        UUID.randomUUID(),
                        "demo",
                        Mode.LIVE,
                        "CP",
                        CONNECTION,
                        CommandAction.RESET,
                        payload("{\"type\":\"Soft\"}"),
                        past,
                        past.plusSeconds(2),
                        past.plus(LONG),
                        null),
                300,
                UNTRACED);

        awaitEnds(1);
        assertThat(frames).isEmpty();
        assertThat(failures()).containsExactly(CommandFailure.NOT_SENT_IN_TIME);
    }

    @Test
    void aFullQueueRefusesCommands() {
        for (int i = 0; i < 4; i++) {
            queue.offer(command(LONG), 300, UNTRACED);
            awaitFrames(1);
        }

        awaitEnds(1);
        assertThat(failures()).containsExactly(CommandFailure.QUEUE_FULL);
        await().until(() ->
                meters.get("plugstream.gateway.commands.pending").gauge().value() == 3);
        assertThat(frames).hasSize(1);
    }

    @Test
    void allCommandsFailWhenTheConnectionEnds() {
        queue.offer(command(LONG), 300, UNTRACED);
        queue.offer(command(LONG), 300, UNTRACED);
        awaitFrames(1);

        queue.close();
        queue.awaitIdle(LONG);
        assertThat(failures()).containsExactly(CommandFailure.CONNECTION_LOST, CommandFailure.CONNECTION_LOST);
        queue.offer(command(LONG), 300, UNTRACED);
        awaitEnds(3);
        assertThat(frames).hasSize(1);
        await().until(() ->
                meters.get("plugstream.gateway.commands.pending").gauge().value() == 0);
    }

    @Test
    void aCommandFailsIfTheSocketIsBroken() {
        CommandQueue broken = queue(_ -> {
            throw new IOException("gone");
        });
        broken.offer(command(LONG), 300, UNTRACED);

        awaitEnds(1);
        assertThat(failures()).containsExactly(CommandFailure.CONNECTION_LOST);
    }

    private CommandQueue queue(FrameSender sender) {
        return new CommandQueue(
                sender,
                command -> new Step.Ask(command.action().wireName(), command.payload(), Step.Done::with),
                results,
                new CommandMetrics(meters),
                Clock.systemUTC(),
                2,
                new CommandMemory(10_000),
                new Traces(Tracer.NOOP, Propagator.NOOP, false));
    }

    private static ChargerCommand command(Duration life) {
        Instant now = Instant.now();
        return new ChargerCommand(
                UUID.randomUUID(),
                "demo",
                Mode.LIVE,
                "CP",
                CONNECTION,
                CommandAction.RESET,
                payload("{\"type\":\"Soft\"}"),
                now,
                now.plus(LONG),
                now.plus(life),
                null);
    }

    private static CallResult accepted(ChargerCommand command) {
        return new CallResult(command.commandId().toString(), payload("{\"status\":\"Accepted\"}"));
    }

    private static ObjectNode payload(String json) {
        return (ObjectNode) Json.mapper().readTree(json);
    }

    private CommandResult end() {
        awaitEnds(1);
        return results.ends().getFirst();
    }

    private List<CommandFailure> failures() {
        return results.ends().stream()
                .map(result -> ((CommandResult.Failed) result).failure())
                .toList();
    }

    private void awaitFrames(int count) {
        await().atMost(LONG).until(() -> frames.size() >= count);
    }

    private void awaitEnds(int count) {
        await().atMost(LONG).until(() -> results.ends().size() >= count);
    }
}
