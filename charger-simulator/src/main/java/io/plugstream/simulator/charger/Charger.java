package io.plugstream.simulator.charger;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A simulated charger without its wire. Whoever has the wire says when it is connected, takes {@link #next()} message to send,
 * brings its answer, asks {@link #answer} for that to a command, and calls {@link #tick()} when {@link #nextWake()} has come.
 * Before anything is sent, {@link #state()} is to be kept: with it a charger goes on where it was. Of one thread at a time.
 */
public final class Charger {

    private static final Duration LONGEST_RETRY = Duration.ofMinutes(1);

    private final Core core;
    private final Sessions sessions;
    private final Upkeep upkeep;
    private final Commands commands;
    private boolean connected;
    private @Nullable Message inFlight;
    private @Nullable Instant notBefore;
    private int refusals;

    /**
     * A charger with what it remembers of before.
     *
     * @param transactionEvents whether all of a session is told as events of its transaction, as OCPP 2 has it
     */
    public Charger(ChargerModel model, ChargerState state, Clock clock, boolean transactionEvents) {
        this.core = new Core(model, state, clock, transactionEvents);
        this.sessions = new Sessions(core);
        this.upkeep = new Upkeep(core, sessions);
        this.commands = new Commands(core, sessions, upkeep);
        core.deregister();
        sessions.decideAlone();
    }

    public ChargerState state() {
        return core.state();
    }

    /** There is a connection; the charger begins with its boot. */
    public void connected() {
        connected = true;
        inFlight = null;
        notBefore = null;
    }

    /** The connection is gone; whether its last message was heard is unknown. */
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

    /** What is to be sent now: one message at a time (OCPP 1.6-J, 4.1.1). It counts as sent. */
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

    /** The answer to the message that was sent. */
    public void confirmed(Confirmation confirmation) {
        var message = done();
        refusals = 0;
        switch (confirmation) {
            case Confirmation.Registered(var accepted, var interval) -> registered(accepted, interval);
            case Confirmation.Identified(var accepted)
            when message instanceof Message.Identified identified -> sessions.identified(identified, accepted);
            case Confirmation.Started started
            when message instanceof Message.ChargingStarted start -> started(start, started);
            case Confirmation.Identified _, Confirmation.Started _, Confirmation.Heard _ -> {}
        }
        if (message instanceof Message.ChargingStopped(var session, var _, var _, var _, var _, var _, var _)) {
            core.change(past -> past.transaction(session, null));
        }
    }

    /** The central system answered with an error. What belongs to a transaction is said again, later each time. */
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
            upkeep.beatEvery(interval);
        } else if (accepted) {
            core.register();
            upkeep.beatEvery(interval);
        } else {
            notBefore = core.now().plus(interval.isZero() ? LONGEST_RETRY : interval);
        }
    }

    private void started(Message.ChargingStarted message, Confirmation.Started answer) {
        var id = answer.transactionId();
        if (id != null) {
            core.change(past -> past.transaction(message.session(), id));
        }
        if (!answer.accepted()) {
            var session = core.state().connector(message.connectorId()).session();
            if (session != null && session.id().equals(message.session())) {
                sessions.stop(message.connectorId(), StopReason.DE_AUTHORIZED);
            }
        }
    }

    /**
     * Answers a command, after it is done or begun.
     *
     * @param names by which the action may be known to {@link #answerWith}
     */
    public Answer answer(List<String> names, Request request) {
        var answers = core.state().answers();
        var how = names.stream().filter(answers::containsKey).findFirst().map(answers::get);
        return switch (how.orElse(Answering.ACCEPT)) {
            case ACCEPT -> commands.obey(request);
            case REJECT -> rejection(request);
            case SILENCE -> new Answer.Silence();
            case ERROR -> new Answer.Refusal(Answer.Code.INTERNAL, "The charger was told to answer with an error");
        };
    }

    /** Some answers have no word for no. */
    private static Answer rejection(Request request) {
        return switch (request) {
            case Request.ReadConfiguration _,
                    Request.ReadTransaction _,
                    Request.ReadLocalListVersion _,
                    Request.PublishFirmware _,
                    DisplayRequest.ShowCost _ -> notSupported();
            case Request.UploadDiagnostics(var requestId) when requestId == null -> notSupported();
            case Request.UpdateFirmware update when update.requestId() == null -> notSupported();
            case CertificateRequest.Read _ -> new Answer.Certificates(List.of());
            case MonitoringRequest.Set(var wanted) ->
                new Answer.MonitorsSet(wanted.stream()
                        .map(one -> new Answer.MonitorsSet.Result(Answer.Word.REJECTED, one.id()))
                        .toList());
            case MonitoringRequest.Clear(var ids) ->
                new Answer.Verdicts(Collections.nCopies(ids.size(), Answer.Word.REJECTED));
            case Request.ReadSchedule(var connector, var _, var _) -> new Answer.Schedule(connector, null);
            case Request.ChangeConfigurations(var changes) ->
                new Answer.Verdicts(Collections.nCopies(changes.size(), Answer.Word.REJECTED));
            default -> Answer.of(Answer.Word.REJECTED);
        };
    }

    private static Answer notSupported() {
        return new Answer.Refusal(Answer.Code.NOT_SUPPORTED, "");
    }

    /** Does what is due. */
    public void tick() {
        sessions.tick();
        upkeep.tick();
    }

    /** When {@link #tick()} or {@link #next()} has something to do again. */
    public Optional<Instant> nextWake() {
        var next = Sessions.earlier(sessions.nextWake(), upkeep.nextWake());
        return Optional.ofNullable(Sessions.earlier(next, connected && inFlight == null ? notBefore : null));
    }

    /** Whether the connection is to be closed now, and another to be made once the charger has started again. */
    public boolean isReadyToRestart() {
        return upkeep.isReadyToRestart();
    }

    /** Its power is back. */
    public void restarted() {
        upkeep.restarted();
    }

    /** A car is connected; false if one was. */
    public boolean plugIn(int connector) {
        return at(connector, sessions::plugIn);
    }

    /** The car is gone; false if there was none. */
    public boolean unplug(int connector) {
        return at(connector, sessions::unplug);
    }

    /** Somebody shows a card; false if that changes nothing. */
    public boolean swipe(int connector, String idTag) {
        return at(connector, id -> sessions.swipe(id, idTag));
    }

    /** The meter is read out of turn; false if nothing charges. */
    public boolean read(int connector) {
        return at(connector, id -> {
            var charges = core.state().connector(id).session() != null;
            if (charges) {
                sessions.read(id, false);
            }
            return charges;
        });
    }

    /** Something breaks; false if it was broken. */
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

    /** Whether it wants a connection. */
    public void online(boolean wanted) {
        core.change(past -> past.online(wanted));
    }

    /** Power goes off and on again. */
    public void reboot() {
        upkeep.restart(StopReason.REBOOT);
    }

    /** Its clock is ahead by so much; behind if negative. */
    public void setClock(Duration ahead) {
        core.change(past -> past.time(past.time().off(ahead)));
    }

    /** Its clock goes back, and then so many times faster that it is right again at {@code until}. Not while it charges. */
    public void hurry(int speed, Instant until) {
        if (core.state().isCharging()) {
            throw new IllegalStateException("The clock of a charger that charges keeps its speed");
        }
        core.change(past -> past.time(past.time().fast(speed, until)));
    }

    /** How it answers an action from now on. */
    public void answerWith(String action, Answering how) {
        core.change(past -> past.answering(action, how));
    }

    /** Says once more that the present session has started; false if none has. */
    public boolean repeatStart(int id) {
        var session = core.state().connector(id).session();
        if (session != null) {
            core.say(new Message.ChargingStarted(
                    session.id(), id, session.idTag(), session.meterStart(), session.startedAt(), null, null));
        }
        return session != null;
    }

    /** Says that a transaction has ended of which the central system never heard. */
    public void stopUnknown(int transactionId, String idTag) {
        var meter = (long) core.state().connector(1).meterWh();
        core.say(new Message.UnknownStopped(transactionId, idTag, meter, core.shownTime()));
    }

    /** What the meter of a connector shows now. */
    public MeterReading reading(int connector) {
        return sessions.reading(connector);
    }
}
