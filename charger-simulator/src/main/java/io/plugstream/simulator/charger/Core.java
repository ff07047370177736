package io.plugstream.simulator.charger;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What the parts of a charger share: its state, its clock, the last reported statuses of its connectors, and its queue.
 */
final class Core {

    static final int WHOLE_CHARGER = 0;

    /** Maximum number of entries in one message of a report. */
    private static final int MOST_REPORTED = 10;

    private final ChargerModel model;
    private final Configuration configuration;
    private final PowerLimits limits;
    private final Clock clock;
    private final boolean transactionEvents;
    private final Map<Integer, ReportedStatus> reported = new HashMap<>();
    private ChargerState state;
    private @Nullable Instant missed;
    private boolean registered;

    private record ReportedStatus(
            ConnectorStatus status, @Nullable String errorCode) {}

    Core(ChargerModel model, ChargerState state, Clock clock, boolean transactionEvents) {
        this.model = model;
        this.configuration = new Configuration(model);
        this.limits = new PowerLimits(model);
        this.clock = clock;
        this.transactionEvents = transactionEvents;
        this.state = state;
    }

    ChargerModel model() {
        return model;
    }

    Configuration configuration() {
        return configuration;
    }

    PowerLimits limits() {
        return limits;
    }

    ChargerState state() {
        return state;
    }

    void change(UnaryOperator<ChargerState> change) {
        state = change.apply(state);
    }

    void change(int connector, UnaryOperator<Connector> change) {
        change(past -> past.connector(connector, change));
    }

    Instant now() {
        return missed == null ? clock.instant() : missed;
    }

    /** Does work as of an earlier moment. */
    void catchUp(Instant moment, Runnable work) {
        missed = moment;
        try {
            work.run();
        } finally {
            missed = null;
        }
    }

    /** The time by the charger's clock. */
    Instant clockTime() {
        return state.time().at(now());
    }

    /** Whether a session is reported as events of its transaction. */
    boolean hasTransactionEvents() {
        return transactionEvents;
    }

    boolean isRegistered() {
        return registered;
    }

    /**
     * Notes that the central system has accepted the charger: connector statuses are reported again, then the queued
     * messages.
     */
    void register() {
        registered = true;
        var waiting = state.queue();
        reported.clear();
        change(past -> past.queue(List.of()));
        reportChangedStatuses();
        var statuses = state.queue();
        var queue = new ArrayList<>(statuses);
        queue.addAll(waiting);
        change(past -> past.queue(queue));
        reportChangedSessions();
    }

    /** Keeps only messages of transactions for the next connection. */
    void deregister() {
        registered = false;
        change(past -> past.queue(
                past.queue().stream().filter(Message::isOfTransaction).toList()));
    }

    /** Changes the state that only OCPP 2 has. */
    void changeStation(UnaryOperator<StationState> change) {
        change(past -> past.station(change.apply(past.station())));
    }

    void changeUpkeep(UnaryOperator<UpkeepState> change) {
        change(past -> past.upkeep(change.apply(past.upkeep())));
    }

    /** Whether a transaction with this id of either side is running. */
    boolean isRunning(String transaction) {
        return state.connectors().stream()
                .map(Connector::session)
                .anyMatch(session -> session != null && isCalled(session, transaction));
    }

    boolean isCalled(Session session, String transaction) {
        var number = state.transaction(session.id());
        return transaction.equals(session.id().toString()) || (number != null && transaction.equals(number.toString()));
    }

    /** Reports that a reservation ended unused; OCPP 1.6 has no message for it. */
    void reportReservationEnd(Connector.Reservation reservation, boolean expired) {
        if (transactionEvents) {
            enqueue(new Message.ReservationEnded(reservation.id(), expired));
        }
    }

    /** Reports a list in as many messages as needed. */
    <T> void reportParts(List<T> all, int most, BiFunction<Message.Part, List<T>, Message> message) {
        for (var begin = 0; begin < all.size(); begin += most) {
            var end = Math.min(all.size(), begin + most);
            enqueue(message.apply(new Message.Part(begin / most, end == all.size()), all.subList(begin, end)));
        }
    }

    <T> void reportParts(List<T> all, BiFunction<Message.Part, List<T>, Message> message) {
        reportParts(all, MOST_REPORTED, message);
    }

    /** Queues a message. Messages outside of transactions are dropped unless the charger is registered. */
    void enqueue(Message message) {
        if (!message.isOfTransaction() && !registered) {
            return;
        }
        var queue = QueueLimits.with(message, state.queue());
        change(past -> past.queue(queue));
    }

    /** Whether the queue has room for another session. */
    boolean hasRoom() {
        return QueueLimits.hasRoom(state.queue());
    }

    /** Reports every connector whose status differs from the last report. */
    void reportChanges() {
        reportChangedStatuses();
        reportChangedSessions();
    }

    private void reportChangedStatuses() {
        reportIfChanged(WHOLE_CHARGER);
        state.connectors().forEach(connector -> reportIfChanged(connector.id()));
    }

    private void reportChangedSessions() {
        if (transactionEvents) {
            state.connectors().forEach(connector -> reportIfChanged(connector.id(), connector.session()));
        }
    }

    /** Reports a session's changes of charging state, even without a connection. */
    private void reportIfChanged(int connector, @Nullable Session session) {
        if (session == null) {
            return;
        }
        var present = charging(session);
        if (present != session.shown()) {
            change(connector, past -> past.changed(one -> one.showing(present).countMessage()));
            enqueue(new Message.ChargingChanged(session.id(), session.told(), connector, present, clockTime()));
        }
    }

    private void reportIfChanged(int connector) {
        var present = present(connector);
        if (registered && !present.equals(reported.get(connector))) {
            reported.put(connector, present);
            reportStatus(connector);
        }
    }

    /** Reports a connector's status, even if unchanged. */
    void reportStatus(int connector) {
        var present = present(connector);
        enqueue(new Message.StatusChanged(connector, present.status(), present.errorCode(), clockTime()));
    }

    /** The status as reported to the central system. */
    ConnectorStatus reportedStatus(int connector) {
        return transactionEvents ? plug(connector) : status(connector);
    }

    private ReportedStatus present(int connector) {
        return new ReportedStatus(
                reportedStatus(connector),
                connector == WHOLE_CHARGER ? null : state.connector(connector).errorCode());
    }

    /** A connector's status without the detail of its session. */
    private ConnectorStatus plug(int id) {
        var status = status(id);
        return switch (status) {
            case AVAILABLE, RESERVED, UNAVAILABLE, FAULTED, OCCUPIED -> status;
            default -> state.connector(id).plugged() ? ConnectorStatus.OCCUPIED : ConnectorStatus.AVAILABLE;
        };
    }

    ConnectorStatus status(int id) {
        if (id == WHOLE_CHARGER) {
            return state.connectors().stream().anyMatch(Connector::operative)
                    ? ConnectorStatus.AVAILABLE
                    : ConnectorStatus.UNAVAILABLE;
        }
        var connector = state.connector(id);
        var session = connector.session();
        if (connector.errorCode() != null) {
            return ConnectorStatus.FAULTED;
        }
        if (session != null) {
            return charging(session);
        }
        if (!connector.operative()) {
            return ConnectorStatus.UNAVAILABLE;
        }
        if (connector.authorised() != null) {
            return ConnectorStatus.PREPARING;
        }
        if (connector.plugged()) {
            return connector.finished() ? ConnectorStatus.FINISHING : ConnectorStatus.PREPARING;
        }
        return connector.reservation() == null ? ConnectorStatus.AVAILABLE : ConnectorStatus.RESERVED;
    }

    private ConnectorStatus charging(Session session) {
        if (session.limitW() <= 0) {
            return ConnectorStatus.SUSPENDED_EVSE;
        }
        var rising = !session.since().isBefore(now());
        return rising || session.power(model.car(), state.time(), now()) > 0
                ? ConnectorStatus.CHARGING
                : ConnectorStatus.SUSPENDED_EV;
    }
}
