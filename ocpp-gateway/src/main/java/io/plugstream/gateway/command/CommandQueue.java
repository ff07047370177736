package io.plugstream.gateway.command;

import io.micrometer.tracing.Span;
import io.plugstream.base.trace.TraceHeaders;
import io.plugstream.base.trace.Traces;
import io.plugstream.gateway.ocpp.Call;
import io.plugstream.gateway.ocpp.FrameWriter;
import io.plugstream.gateway.ocpp.OcppMessage;
import io.plugstream.gateway.protocol.Step;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandFailure;
import io.plugstream.model.command.CommandResult;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queue of commands for one connection. The charger has one CALL at a time (OCPP-J 1.6, section 4.1.1); other
 * commands wait. A virtual thread processes the queue until it is empty. CALLs from the charger do not pass through it.
 */
public final class CommandQueue {

    private static final Logger log = LoggerFactory.getLogger(CommandQueue.class);

    private final FrameSender sender;
    private final Function<ChargerCommand, Step> script;
    private final ResultWriter results;
    private final CommandMetrics metrics;
    private final Clock clock;
    private final int longest;
    private final CommandMemory memory;
    private final Traces traces;

    private final Deque<QueuedCommand> waiting = new ArrayDeque<>(1);
    private @Nullable PendingCall pendingCall;
    private @Nullable Thread worker;
    private boolean closed;

    /**
     * Creates an empty queue.
     *
     * @param script translates commands to the charger's OCPP version
     */
    CommandQueue(
            FrameSender sender,
            Function<ChargerCommand, Step> script,
            ResultWriter results,
            CommandMetrics metrics,
            Clock clock,
            int longest,
            CommandMemory memory,
            Traces traces) {
        this.sender = sender;
        this.script = script;
        this.results = results;
        this.metrics = metrics;
        this.clock = clock;
        this.longest = longest;
        this.memory = memory;
        this.traces = traces;
    }

    /** @param expiry ends the command if it still waits then */
    private record QueuedCommand(
            ChargerCommand command, int bytes, TraceHeaders origin, CompletableFuture<@Nullable Void> expiry) {}

    /**
     * Accepts a command and reports its result later. Does not block.
     *
     * @param bytes its size in the topic
     */
    void offer(ChargerCommand command, int bytes, TraceHeaders origin) {
        metrics.pending(1);
        QueuedCommand queued = new QueuedCommand(command, bytes, origin, new CompletableFuture<>());
        enqueue(queued).ifPresent(failure -> Thread.ofVirtual().name("command").start(() -> refuse(queued, failure)));
    }

    /** Handles an answer from the charger. Returns false if no CALL waits for it. */
    public boolean answered(OcppMessage answer) {
        return ended(call -> call.answer(answer));
    }

    /** Handles a malformed answer from the charger. Returns false if no CALL waits for it. */
    public boolean answeredUnreadably(String messageId) {
        return ended(call -> call.answerUnreadably(messageId));
    }

    private synchronized boolean ended(Predicate<PendingCall> end) {
        boolean expected = pendingCall != null && end.test(pendingCall);
        if (!expected) {
            metrics.unexpected();
        }
        return expected;
    }

    /** Closes the queue: the open CALL and all waiting commands fail. */
    synchronized void close() {
        closed = true;
        if (pendingCall != null) {
            pendingCall.fail(CommandFailure.CONNECTION_LOST);
        }
    }

    /** Waits until the results of all commands are reported. */
    void awaitIdle(Duration atMost) {
        Thread busy = worker();
        if (busy == null || !atMost.isPositive()) {
            return;
        }
        try {
            if (!busy.join(atMost)) {
                log.warn("Not all command results were reported within {}", atMost);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Optional<CommandFailure> enqueue(QueuedCommand queued) {
        Optional<CommandFailure> refusal = refusal(queued.command());
        if (refusal.isEmpty() && !memory.take(queued.command().organisationId(), queued.bytes())) {
            return Optional.of(CommandFailure.QUEUE_FULL);
        }
        if (refusal.isEmpty()) {
            waiting.add(queued);
            if (worker == null) {
                worker = Thread.ofVirtual().name("commands").start(this::work);
            } else {
                expireInTime(queued);
            }
        }
        return refusal;
    }

    /** The charger may take longer for the command before. */
    private void expireInTime(QueuedCommand queued) {
        Duration left = Duration.between(clock.instant(), queued.command().expiresAt());
        queued.expiry().completeOnTimeout(null, left.toMillis() + 1, TimeUnit.MILLISECONDS);
        var _ = queued.expiry()
                .thenRunAsync(() -> expire(queued), Thread.ofVirtual().name("command")::start);
    }

    private void expire(QueuedCommand queued) {
        if (leave(queued)) {
            refuse(queued, CommandFailure.TIMED_OUT);
            memory.free(queued.command().organisationId(), queued.bytes());
        }
    }

    private synchronized boolean leave(QueuedCommand queued) {
        return waiting.remove(queued);
    }

    private Optional<CommandFailure> refusal(ChargerCommand command) {
        if (closed) {
            return Optional.of(CommandFailure.CONNECTION_LOST);
        }
        if (clock.instant().isAfter(command.takeBy())) {
            return Optional.of(CommandFailure.NOT_SENT_IN_TIME);
        }
        return waiting.size() < longest ? Optional.empty() : Optional.of(CommandFailure.QUEUE_FULL);
    }

    private void refuse(QueuedCommand queued, CommandFailure failure) {
        report(queued, () -> new PendingCall(queued.command(), clock).failed(failure));
    }

    private void work() {
        for (Optional<QueuedCommand> next = next(); next.isPresent(); next = next()) {
            QueuedCommand queued = next.get();
            report(queued, () -> perform(queued.command()));
            memory.free(queued.command().organisationId(), queued.bytes());
        }
    }

    /** Runs {@code work} and reports its result. Throws nothing. */
    private void report(QueuedCommand queued, Supplier<CommandResult> work) {
        try {
            traced(queued, () -> results.ended(queued.command(), work.get()));
        } catch (Throwable e) {
            // Catches everything: otherwise the connection's later commands would wait for ever.
            log.atError()
                    .addKeyValue("command", queued.command())
                    .setCause(e)
                    .log("The command's result was not reported");
        } finally {
            metrics.pending(-1);
        }
    }

    private void traced(QueuedCommand queued, Runnable work) {
        Span span = traces.follow(queued.origin(), queued.command().action().wireName(), Span.Kind.CLIENT);
        try (var _ = traces.enter(span)) {
            work.run();
        } finally {
            span.end();
        }
    }

    private synchronized Optional<QueuedCommand> next() {
        QueuedCommand next = waiting.poll();
        if (next == null) {
            worker = null;
        } else {
            next.expiry().cancel(false);
        }
        return Optional.ofNullable(next);
    }

    /** Sends the command's CALLs one after another until there is a result. */
    private CommandResult perform(ChargerCommand command) {
        String messageId = command.commandId().toString();
        try {
            Step step = script.apply(command);
            while (step instanceof Step.Ask ask) {
                CommandResult result = ask(command, messageId, ask);
                Supplier<Step> ifRefused = ask.ifRefused();
                if (result instanceof CommandResult.Answered answered) {
                    step = ask.then().apply(answered.response());
                } else if (result instanceof CommandResult.Refused && ifRefused != null) {
                    step = ifRefused.get();
                } else {
                    return result;
                }
                messageId = UUID.randomUUID().toString();
            }
            return new PendingCall(command, clock).done((Step.Done) step);
        } catch (IllegalArgumentException e) {
            log.atWarn().addKeyValue("command", command).log("The charger's answer is not valid: {}", e.getMessage());
            return new PendingCall(command, clock).failed(CommandFailure.UNREADABLE_ANSWER);
        }
    }

    private CommandResult ask(ChargerCommand command, String messageId, Step.Ask ask) {
        PendingCall call = new PendingCall(command, messageId, clock);
        if (!call.left().isPositive()) {
            return call.failed(CommandFailure.TIMED_OUT);
        }
        if (!begin(call)) {
            return call.failed(CommandFailure.CONNECTION_LOST);
        }
        try {
            // Read before the sending: the answer may be there before the sending returns.
            Instant sentAt = clock.instant();
            sender.send(FrameWriter.write(new Call(messageId, ask.action(), ask.payload())));
            if (messageId.equals(command.commandId().toString())) {
                results.sent(command, sentAt);
            }
            return call.await();
        } catch (IOException | RuntimeException e) {
            log.atInfo().addKeyValue("command", command).log("The CALL was not sent: {}", e.toString());
            return call.failed(CommandFailure.CONNECTION_LOST);
        } finally {
            end();
        }
    }

    private synchronized boolean begin(PendingCall call) {
        if (!closed) {
            pendingCall = call;
        }
        return !closed;
    }

    private synchronized void end() {
        pendingCall = null;
    }

    private synchronized @Nullable Thread worker() {
        return worker;
    }
}
