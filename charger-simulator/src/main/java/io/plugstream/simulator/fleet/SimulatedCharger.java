package io.plugstream.simulator.fleet;

import io.plugstream.simulator.charger.Charger;
import io.plugstream.simulator.protocol.Frame;
import io.plugstream.simulator.protocol.Protocol;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A charger on a real WebSocket. It connects, reconnects when the connection breaks, and resends unanswered messages.
 * Its state is stored before messages that depend on it are sent. It has no thread of its own.
 */
public final class SimulatedCharger implements AutoCloseable {

    private static final Duration KEEP_RETRY_PAUSE = Duration.ofSeconds(1);
    private static final Duration REPLACEMENT_DELAY = Duration.ofSeconds(10);

    private final Fleet fleet;
    private final ChargerAddress address;
    private final Protocol protocol;
    private final KeptState kept;
    private final SentCall sent;
    private final Alarm alarm;
    private final ConnectPauses pauses = new ConnectPauses();
    private final ChargerObserver observer;
    private final Charger charger;
    private final CommandCalls commands;
    private final Duration restart;
    private final ChargerSocket.Listener socketListener = new ChargerSocket.Listener() {
        @Override
        public void received(ChargerSocket from, Frame frame) {
            SimulatedCharger.this.received(from, frame);
        }

        @Override
        public void ended(ChargerSocket gone, String reason) {
            // On another thread, because the caller may hold a lock of the socket.
            fleet.run(() -> SimulatedCharger.this.ended(gone, reason));
        }
    };
    private @Nullable ChargerSocket socket;
    private boolean connecting;
    private boolean pausing;
    private boolean keepRetryPending;
    private boolean started;
    private boolean closed;

    SimulatedCharger(
            Fleet fleet,
            ChargerAddress address,
            Protocol protocol,
            Charger charger,
            Duration restart,
            ChargerStore store,
            ChargerObserver observer) {
        this.fleet = fleet;
        this.address = address;
        this.protocol = protocol;
        this.charger = charger;
        this.restart = restart;
        this.observer = observer;
        this.kept = new KeptState(store, observer, fleet.clock());
        this.sent = new SentCall(fleet);
        this.alarm = new Alarm(fleet, this::wake);
        this.commands = new CommandCalls(protocol, charger, this::keep);
    }

    /** Starts the charger. */
    public void start() {
        act(_ -> started = true);
    }

    /**
     * Applies {@code happening} to the charger, and then stores its state and sends its messages. Without a connection,
     * and while it sends messages that are stored, the state is stored at intervals only.
     */
    public synchronized <T> T act(Function<Charger, T> happening) {
        var result = happening.apply(charger);
        applyState();
        return result;
    }

    /** Like {@link #act}, but always stores the state at once, because the store adds its own data. */
    public <T> T actAndKeep(Function<Charger, T> happening) {
        return act(known -> {
            var result = happening.apply(known);
            kept.forget();
            return result;
        });
    }

    public synchronized ChargerView view() {
        var state = charger.state();
        return new ChargerView(
                state,
                charger.reading(1),
                charger.isRegistered(),
                charger.isRegistered() && !sent.isWaiting() && state.queue().isEmpty());
    }

    /** Waits until the charger matches {@code wanted}; false if the time limit is reached first. */
    public synchronized boolean await(Predicate<ChargerView> wanted, Duration limit) throws InterruptedException {
        var deadline = System.nanoTime() + limit.toNanos();
        while (!wanted.test(view())) {
            var left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    /**
     * Opens another connection without closing the present one, like a charger that has lost track of it. Completes
     * once the new connection is open; fails if there is none to replace.
     */
    public synchronized CompletableFuture<?> connectAgain() {
        var former = socket;
        if (former == null || connecting) {
            return CompletableFuture.failedFuture(new IOException("there is no connection to replace"));
        }
        var _ = fleet.after(REPLACEMENT_DELAY, () -> former.abort("replaced"));
        return connect();
    }

    /** Ends the connection as a power cut does, without a close frame. */
    public synchronized void cut() {
        if (socket != null) {
            socket.abort("cut");
        }
    }

    /** Stops the charger. It closes its connection, but does not end its transactions. */
    @Override
    public void close() {
        fleet.remove(this);
        CompletableFuture<?> closing = CompletableFuture.completedFuture(null);
        synchronized (this) {
            closed = true;
            alarm.cancel();
            sent.forget();
            if (socket != null) {
                closing = socket.close();
                socket = null;
                charger.disconnected();
            }
            keep();
            notifyAll();
        }
        closing.join();
    }

    /** Stores the charger's state, and adapts the connection and messages to it. */
    private void applyState() {
        if (closed || !started) {
            return;
        }
        var mayWait = socket == null || kept.hasNext(charger.state());
        if (!(mayWait ? kept.keepWhenDue(charger.state()) : keep())) {
            if (socket != null) {
                socket.abort("its state could not be stored");
            }
            retryKeepLater();
            notifyAll();
            return;
        }
        if (charger.isReadyToRestart()) {
            charger.restarted();
            if (socket != null) {
                disconnect();
                pause(restart);
            }
        }
        if (socket != null && !charger.state().online()) {
            disconnect();
        } else if (socket == null && !connecting && !pausing && charger.state().online()) {
            charger.restarted();
            var _ = connect();
        }
        if (socket != null) {
            var open = socket;
            charger.next().ifPresent(message -> sent.send(open, message, protocol.write(message, charger.state())));
        }
        alarm.set(nextWake());
        notifyAll();
    }

    private boolean keep() {
        return kept.keep(charger.state());
    }

    private void retryKeepLater() {
        if (!keepRetryPending) {
            keepRetryPending = true;
            var _ = fleet.after(KEEP_RETRY_PAUSE, () -> act(_ -> keepRetryPending = false));
        }
    }

    private void wake() {
        act(due -> {
            due.tick();
            return null;
        });
    }

    private Optional<Instant> nextWake() {
        var unsaved = Optional.ofNullable(kept.due(charger.state()));
        return Stream.of(charger.nextWake(), unsaved).flatMap(Optional::stream).min(Comparator.naturalOrder());
    }

    private CompletableFuture<?> connect() {
        connecting = true;
        return ChargerSocket.open(fleet.http(), address, protocol.name(), socketListener)
                .whenComplete((opened, failure) -> {
                    synchronized (this) {
                        connecting = false;
                        if (opened == null) {
                            failed(ChargerSocket.reason(failure));
                        } else if (closed || !charger.state().online()) {
                            var _ = opened.close();
                        } else {
                            opened(opened);
                        }
                        applyState();
                    }
                });
    }

    private void opened(ChargerSocket fresh) {
        if (socket != null) {
            sent.forget();
            charger.disconnected();
        }
        socket = fresh;
        charger.connected();
        fresh.begin();
    }

    private void failed(String reason) {
        if (socket != null || closed) {
            return;
        }
        var pause = pauses.next();
        observer.disconnected(reason, pause);
        pause(pause);
    }

    private void pause(Duration length) {
        pausing = true;
        var _ = fleet.after(length, () -> {
            synchronized (this) {
                pausing = false;
                applyState();
            }
        });
    }

    private void disconnect() {
        var open = socket;
        socket = null;
        sent.forget();
        charger.disconnected();
        if (open != null) {
            var _ = open.close();
        }
        keep();
    }

    private synchronized void ended(ChargerSocket gone, String reason) {
        if (gone == socket) {
            socket = null;
            sent.forget();
            charger.disconnected();
            failed(reason);
            applyState();
        }
    }

    private synchronized void received(ChargerSocket from, Frame frame) {
        if (from == socket && !closed) {
            switch (frame) {
                case Frame.Call call -> {
                    commands.answer(from, call);
                    applyState();
                }
                case Frame.Result(var id, var payload) ->
                    answered(id, own -> charger.confirmed(protocol.read(own.message(), payload)));
                case Frame.Failure(var id, var code, var description) ->
                    answered(id, own -> {
                        observer.refused(own.action(), code, description);
                        charger.refused();
                    });
            }
        }
    }

    /** Ignores answers to unknown calls. */
    private void answered(String id, Consumer<SentCall.Waiting> take) {
        sent.answered(id).ifPresent(own -> {
            take.accept(own);
            if (charger.isRegistered()) {
                pauses.reset();
            }
            applyState();
        });
    }

    @Override
    public String toString() {
        return "SimulatedCharger[" + address.chargeBoxId() + ", " + protocol.name() + ']';
    }
}
