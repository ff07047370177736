package io.plugstream.simulator.charger;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A simulated charger without its connection. The owner of the connection reports connects and disconnects, sends
 * {@link #next()}, passes its answer in, gets the answer to a command from {@link #answer}, and calls {@link #tick()}
 * at {@link #nextWake()}. It must store {@link #state()} before it sends a message that the stored state does not have:
 * a charger resumes from that state, and sends its messages again. Not thread-safe.
 */
public final class Charger {

    private static final Duration LONGEST_RETRY = Duration.ofMinutes(1);

    /** Longer than a crash and the time since the last stored state. */
    private static final Duration LONGEST_GAP = Duration.ofMinutes(1);

    private final Core core;
    private final Meters meters;
    private final Sessions sessions;
    private final Upkeep upkeep;
    private final Commands commands;
    private boolean connected;
    private @Nullable Message inFlight;
    private @Nullable Instant notBefore;
    private int refusals;

    /**
     * Creates a charger that resumes from {@code state}.
     *
     * @param transactionEvents whether a session is reported as events of its transaction, as in OCPP 2
     */
    public Charger(ChargerModel model, ChargerState state, Clock clock, boolean transactionEvents) {
        this.core = new Core(model, state, clock, transactionEvents);
        this.meters = new Meters(core);
        this.sessions = new Sessions(core, meters);
        this.upkeep = new Upkeep(core, sessions);
        this.commands = new Commands(core, sessions, meters, upkeep);
        core.deregister();
        sessions.decideAlone();
    }

    public ChargerState state() {
        return core.state();
    }

    /** Reports a new connection; the charger begins with its boot notification. */
    public void connected() {
        connected = true;
        inFlight = null;
        notBefore = null;
    }

    /** Reports that the connection ended; it is unknown whether its last message was received. */
    public void disconnected() {
        connected = false;
        inFlight = null;
        notBefore = null;
        core.deregister();
        sessions.decideAlone();
    }

    /** Whether the central system has accepted it on this connection. */
    public boolean isRegistered() {
        return core.isRegistered();
    }

    /** The message to send now, one at a time (OCPP 1.6-J, 4.1.1). From now on it counts as sent. */
    public Optional<Message> next() {
        if (!connected || inFlight != null || (notBefore != null && notBefore.isAfter(core.now()))) {
            return Optional.empty();
        }
        notBefore = null;
        var queue = core.state().queue();
        if (!core.isRegistered()) {
            inFlight = new Message.Booted(core.model());
        } else if (!queue.isEmpty()) {
            inFlight = queue.getFirst();
        }
        return Optional.ofNullable(inFlight);
    }

    /** Passes in the answer to the message that was sent. */
    public void confirmed(Confirmation confirmation) {
        var message = done();
        refusals = 0;
        switch (confirmation) {
            case Confirmation.Registered(var accepted, var interval) -> registered(accepted, interval);
            case Confirmation.Identified(var accepted)
            when message instanceof Message.Identified identified -> sessions.identified(identified, accepted);
            case Confirmation.Started started
            when message instanceof Message.ChargingStarted start -> sessions.started(start, started);
            case Confirmation.Identified _, Confirmation.Started _, Confirmation.Acknowledged _ -> {}
        }
        if (message instanceof Message.ChargingStopped(var session, var _, var _, var _, var _, var _, var _)) {
            core.change(past -> past.transaction(session, null));
        }
    }

    /**
     * Reports that the central system answered with an error. Messages of transactions are retried, after a longer
     * pause each time.
     */
    public void refused() {
        var message = inFlight;
        if ((message instanceof Message.Booted && !core.isRegistered())
                || (message != null && message.isOfTransaction())) {
            refusals++;
            var pause = core.configuration()
                    .duration(core.state(), Configuration.RETRY)
                    .multipliedBy(refusals);
            notBefore = core.now().plus(pause.compareTo(LONGEST_RETRY) < 0 ? pause : LONGEST_RETRY);
            inFlight = null;
            return;
        }
        done();
        if (message instanceof Message.Identified identified) {
            sessions.identified(identified, false);
        }
    }

    private @Nullable Message done() {
        var message = inFlight;
        inFlight = null;
        var queue = core.state().queue();
        if (!queue.isEmpty() && queue.getFirst().equals(message)) {
            core.change(past -> past.queue(queue.subList(1, queue.size())));
        }
        return message;
    }

    private void registered(boolean accepted, Duration interval) {
        if (core.isRegistered()) {
            upkeep.setHeartbeatInterval(interval);
        } else if (accepted) {
            core.register();
            upkeep.setHeartbeatInterval(interval);
        } else {
            notBefore = core.now().plus(interval.isZero() ? LONGEST_RETRY : interval);
        }
    }

    /**
     * Carries out or begins a command, and returns the answer.
     *
     * @param names the names of the action that {@link #answerWith} may have used
     */
    public Answer answer(List<String> names, Request request) {
        var answers = core.state().answers();
        var how = names.stream().filter(answers::containsKey).findFirst().map(answers::get);
        return switch (how.orElse(AnswerMode.ACCEPT)) {
            case ACCEPT -> commands.obey(request);
            case REJECT -> Rejections.of(request);
            case SILENCE -> new Answer.Silence();
            case ERROR ->
                new Answer.Refusal(Answer.Code.INTERNAL_ERROR, "The charger was told to answer with an error");
        };
    }

    /**
     * Does all work that is due. What sessions missed in the last minute is done as of its own time, so that a charger
     * that resumes from an earlier state takes the same readings.
     */
    public void tick() {
        var now = core.now();
        var done = now.minus(LONGEST_GAP);
        for (var due = sessions.nextWake();
                due != null && due.isAfter(done) && due.isBefore(now);
                due = sessions.nextWake()) {
            core.catchUp(due, sessions::tick);
            done = due;
        }
        sessions.tick();
        upkeep.tick();
    }

    /** When {@link #tick()} or {@link #next()} has work again. */
    public Optional<Instant> nextWake() {
        var next = Sessions.earlier(sessions.nextWake(), upkeep.nextWake());
        return Optional.ofNullable(Sessions.earlier(next, connected && inFlight == null ? notBefore : null));
    }

    /** Whether the connection must be closed now, and reopened after the restart. */
    public boolean isReadyToRestart() {
        return upkeep.isReadyToRestart();
    }

    /** Reports that the charger has restarted. */
    public void restarted() {
        upkeep.restarted();
    }

    /** Plugs a car in; false if one was already plugged in. */
    public boolean plugIn(int connector) {
        return at(connector, sessions::plugIn);
    }

    /** Unplugs the car; false if there was none. */
    public boolean unplug(int connector) {
        return at(connector, sessions::unplug);
    }

    /** Swipes a card; false if that changes nothing. */
    public boolean swipe(int connector, String idTag) {
        return at(connector, id -> sessions.swipe(id, idTag));
    }

    /** Forgets a driver who was authorised, or has asked to be, but has not plugged a car in. */
    public void dismiss(int connector) {
        at(connector, id -> {
            sessions.dismiss(id);
            return true;
        });
    }

    /** Takes an extra meter reading; false if nothing charges. */
    public boolean read(int connector) {
        return at(connector, id -> {
            var charges = core.state().connector(id).session() != null;
            if (charges) {
                meters.read(id, false);
            }
            return charges;
        });
    }

    /** Sets a fault; false if there was one. */
    public boolean fault(int connector, String errorCode) {
        return at(connector, id -> sessions.fault(id, errorCode));
    }

    public boolean clearFault(int connector) {
        return at(connector, sessions::clearFault);
    }

    private boolean at(int connector, Predicate<Integer> act) {
        if (!core.state().has(connector)) {
            throw new IllegalArgumentException("The charger has no connector " + connector);
        }
        return act.test(connector);
    }

    /** Sets whether the charger wants a connection. */
    public void online(boolean wanted) {
        core.change(past -> past.online(wanted));
    }

    /** Restarts the charger. */
    public void reboot() {
        upkeep.restart(StopReason.REBOOT);
    }

    /** Sets its clock ahead of the real time; behind if negative. */
    public void setClock(Duration ahead) {
        core.change(past -> past.time(past.time().off(ahead)));
    }

    /**
     * Sets its clock back and makes it run {@code speed} times as fast, so that it is right again at {@code until}. Not
     * allowed while it charges.
     */
    public void speedUpClock(int speed, Instant until) {
        if (core.state().isCharging()) {
            throw new IllegalStateException("The clock of a charging charger cannot change its speed");
        }
        core.change(past -> past.time(past.time().fast(speed, until)));
    }

    /** Sets how it answers an action from now on. */
    public void answerWith(String action, AnswerMode how) {
        core.change(past -> past.answeringWith(action, how));
    }

    /** Repeats the start of the present session; false if there is none. */
    public boolean repeatStart(int id) {
        var session = core.state().connector(id).session();
        if (session != null) {
            core.enqueue(new Message.ChargingStarted(
                    session.id(), id, session.idTag(), session.meterStart(), session.startedAt(), null, null));
        }
        return session != null;
    }

    /** Reports the end of a transaction that the central system does not know. */
    public void stopUnknown(int transactionId, String idTag) {
        var meter = (long) core.state().connector(1).meterWh();
        core.enqueue(new Message.UnknownStopped(transactionId, idTag, meter, core.clockTime()));
    }

    /** The present reading of a connector's meter. */
    public MeterReading reading(int connector) {
        return meters.reading(connector);
    }
}
