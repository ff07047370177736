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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commands of one connection. One CALL at a time is with the charger (OCPP-J 1.6, section 4.1.1), the others wait. A
 * (virtual) thread works on them for as long as there are any. The charger's own CALLs are none of its business.
 */
public final class CommandLine {

    private static final Logger log = LoggerFactory.getLogger(CommandLine.class);

    private final Wire wire;
    private final Function<ChargerCommand, Step> script;
    private final ResultWriter results;
    private final CommandMetrics metrics;
    private final Clock clock;
    private final int longest;
    private final Traces traces;

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Errand> waiting = new ArrayDeque<>(1);
    private @Nullable Asked asked;
    private @Nullable Thread worker;
    private boolean closed;

    /**
     * An empty line.
     *
     * @param script how the version of OCPP that the charger speaks puts commands
     */
    CommandLine(
            Wire wire,
            Function<ChargerCommand, Step> script,
            ResultWriter results,
            CommandMetrics metrics,
            Clock clock,
            int longest,
            Traces traces) {
        this.wire = wire;
        this.script = script;
        this.results = results;
        this.metrics = metrics;
        this.clock = clock;
        this.longest = longest;
        this.traces = traces;
    }

    /** A command, and the trace that it belongs to. */
    private record Errand(ChargerCommand command, TraceHeaders origin) {}

    /** Takes a command over: it will be told how that one ended. Does not wait. */
    void offer(ChargerCommand command, TraceHeaders origin) {
        metrics.pending(1);
        Errand errand = new Errand(command, origin);
        enqueue(errand).ifPresent(failure -> Thread.ofVirtual().name("command").start(() -> refuse(errand, failure)));
    }

    /** Takes in what the charger sent as an answer; false if nothing waits for it. */
    public boolean answered(OcppMessage answer) {
        lock.lock();
        try {
            boolean expected = asked != null && asked.answer(answer);
            if (!expected) {
                metrics.unexpected();
            }
            return expected;
        } finally {
            lock.unlock();
        }
    }

    /** The connection is over: what was asked has no answer, and what waits is not sent. */
    void close() {
        lock.lock();
        try {
            closed = true;
            if (asked != null) {
                asked.fail(CommandFailure.CONNECTION_LOST);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until it has told how all its commands ended. */
    void awaitIdle(Duration atMost) {
        Thread busy = worker();
        if (busy == null || !atMost.isPositive()) {
            return;
        }
        try {
            if (!busy.join(atMost)) {
                log.warn("Not all ends of commands were told within {}", atMost);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<CommandFailure> enqueue(Errand errand) {
        lock.lock();
        try {
            Optional<CommandFailure> refusal = refusal(errand.command());
            if (refusal.isEmpty()) {
                waiting.add(errand);
                if (worker == null) {
                    worker = Thread.ofVirtual().name("commands").start(this::work);
                }
            }
            return refusal;
        } finally {
            lock.unlock();
        }
    }

    private Optional<CommandFailure> refusal(ChargerCommand command) {
        if (closed) {
            return Optional.of(CommandFailure.CONNECTION_LOST);
        }
        if (clock.instant().isAfter(command.takeBy())) {
            return Optional.of(CommandFailure.NOT_SENT_IN_TIME);
        }
        return waiting.size() < longest ? Optional.empty() : Optional.of(CommandFailure.LINE_FULL);
    }

    private void refuse(Errand errand, CommandFailure failure) {
        traced(errand, () -> new Asked(errand.command(), clock).failed(failure));
    }

    private void work() {
        for (Optional<Errand> next = next(); next.isPresent(); next = next()) {
            Errand errand = next.get();
            traced(errand, () -> perform(errand.command()));
        }
    }

    /** Does what is to be done and tells how it ended, in a span that lasts as long as both. */
    private void traced(Errand errand, Supplier<CommandResult> work) {
        Span span = traces.follow(errand.origin(), errand.command().action().wireName(), Span.Kind.CLIENT);
        try (var _ = traces.enter(span)) {
            tell(errand.command(), work.get());
        } finally {
            span.end();
        }
    }

    private Optional<Errand> next() {
        lock.lock();
        try {
            Errand next = waiting.poll();
            if (next == null) {
                worker = null;
            }
            return Optional.ofNullable(next);
        } finally {
            lock.unlock();
        }
    }

    /** Asks for one thing after the other, until there is a result. */
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
            return new Asked(command, clock).done((Step.Done) step);
        } catch (IllegalArgumentException e) {
            log.atWarn().addKeyValue("command", command).log("An answer makes no sense: {}", e.getMessage());
            return new Asked(command, clock).failed(CommandFailure.UNREADABLE_ANSWER);
        }
    }

    private CommandResult ask(ChargerCommand command, String messageId, Step.Ask ask) {
        Asked call = new Asked(command, messageId, clock);
        if (!call.left().isPositive()) {
            return call.failed(CommandFailure.TIMED_OUT);
        }
        if (!begin(call)) {
            return call.failed(CommandFailure.CONNECTION_LOST);
        }
        try {
            wire.send(FrameWriter.write(new Call(messageId, ask.action(), ask.payload())));
            if (messageId.equals(command.commandId().toString())) {
                results.sent(command);
            }
            return call.await();
        } catch (IOException | RuntimeException e) {
            log.atInfo().addKeyValue("command", command).log("The CALL did not go out: {}", e.toString());
            return call.failed(CommandFailure.CONNECTION_LOST);
        } finally {
            end();
        }
    }

    private boolean begin(Asked call) {
        lock.lock();
        try {
            if (!closed) {
                asked = call;
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            asked = null;
        } finally {
            lock.unlock();
        }
    }

    /** Whatever happens, the line goes on. */
    private void tell(ChargerCommand command, CommandResult result) {
        try {
            results.ended(command, result);
        } catch (RuntimeException e) {
            log.atError().addKeyValue("command", command).setCause(e).log("The end of a command was not told");
        } finally {
            metrics.pending(-1);
        }
    }

    private @Nullable Thread worker() {
        lock.lock();
        try {
            return worker;
        } finally {
            lock.unlock();
        }
    }
}
