package io.plugstream.gateway.ocpp2;

import io.plugstream.gateway.connector.ConnectorStatus;
import io.plugstream.gateway.connector.ConnectorTracker;
import io.plugstream.gateway.payload.ValidPayload;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.transaction.StationEvent;
import io.plugstream.gateway.transaction.StationTracker;
import io.plugstream.model.charger.ConnectorStates;
import io.plugstream.model.charger.ConnectorStates.State;
import io.plugstream.model.event.StationFacts.Plug;
import io.plugstream.model.transaction.StationTransaction;
import io.plugstream.model.transaction.StationTransaction.End;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The states of a station's EVSEs in the terms of OCPP 1.6, where each EVSE is a connector. They are derived from the
 * states of the EVSE's connectors and its running transaction. A transaction that the station lost, and so never ends,
 * counts no more once the EVSE was free or another one ended there. Not thread-safe.
 */
final class EvseStates {

    private static final int STATION = 0;
    private static final String AVAILABLE = "Available";
    private static final String OCCUPIED = "Occupied";
    private static final String FAULTED = "Faulted";
    private static final String PREPARING = "Preparing";
    private static final String CHARGING = "Charging";
    private static final String FINISHING = "Finishing";

    /** If an EVSE's connectors differ, the first of these is its state. */
    private static final List<String> MOST_TELLING = List.of(OCCUPIED, "Reserved", AVAILABLE, "Unavailable", FAULTED);

    /** The charging states that have the same name in OCPP 1.6. */
    private static final Set<String> OF_SESSION = Set.of(CHARGING, "SuspendedEV", "SuspendedEVSE");

    /** States in which no session goes on, unless a transaction has begun since. */
    private static final Set<String> FREE = Set.of(AVAILABLE, "Reserved", PREPARING);

    /** Triggers that mean that the EVSE has no car. */
    private static final Set<String> LEFT = Set.of("EVDeparted", "EVConnectTimeout");

    private static final State LOCK_FAULT = new State(FAULTED, "ConnectorLockFailure", null);
    private static final State OTHER_FAULT = new State(FAULTED, "OtherError", null);

    private final ConnectorTracker connectors;
    private final StationTracker transactions;

    /** Whether an EVSE's lock fails, as told over this connection; the latest, if a station invents EVSEs. */
    private final SequencedMap<Integer, Boolean> lockFailures = new LinkedHashMap<>();

    EvseStates(ConnectorTracker connectors, StationTracker transactions) {
        this.connectors = connectors;
        this.transactions = transactions;
    }

    /**
     * Notes that a connector is now {@code word}.
     *
     * @param at by the station's clock; null if it sent no readable time
     */
    void connector(int evseId, int connectorId, String word, @Nullable Instant at) throws NotAcknowledgedException {
        if (evseId == STATION) {
            station(word, at);
            return;
        }
        connectors.plug(evseId, connectorId, word);
        plugged(evseId, at);
    }

    /** Publishes the state of an EVSE after its plugs are noted. */
    private void plugged(int evseId, @Nullable Instant at) throws NotAcknowledgedException {
        if (plug(evseId).equals(AVAILABLE)) {
            connectors.transaction(evseId, null);
        }
        publish(evseId, word(evseId, running(evseId)), at);
    }

    /** In OCPP 1.6 the charger as a whole is never in use. */
    private void station(String word, @Nullable Instant at) throws NotAcknowledgedException {
        publish(STATION, word.equals(OCCUPIED) || word.equals("Reserved") ? AVAILABLE : word, at);
    }

    /** Handles an entry of a NotifyEvent (OCPP 2.0.1, G01 and G05). Returns whether it is a status. */
    boolean notified(JsonNode event) throws NotAcknowledgedException {
        JsonNode component = event.path("component");
        String name = component.path("name").stringValue();
        String variable = event.path("variable").path("name").stringValue();
        String value = event.path("actualValue").stringValue();
        int evseId = component.path("evse").path("id").asInt(STATION);
        @Nullable Instant at = ValidPayload.time(event, "timestamp");
        if (name.equalsIgnoreCase("ConnectorPlugRetentionLock") && variable.equalsIgnoreCase("Problem")) {
            lock(
                    evseId,
                    value.equalsIgnoreCase("true") && !event.path("cleared").asBoolean(false),
                    at);
            return false;
        }
        if (!variable.equalsIgnoreCase("AvailabilityState") || !MOST_TELLING.contains(value)) {
            return false;
        }
        if (name.equalsIgnoreCase("ChargingStation")) {
            station(value, at);
        } else if (name.equalsIgnoreCase("Connector") && evseId != STATION) {
            connector(evseId, component.path("evse").path("connectorId").asInt(1), value, at);
        } else if (name.equalsIgnoreCase("EVSE") && evseId != STATION) {
            for (int connectorId : connectors.plugsOf(evseId).keySet()) {
                connectors.plug(evseId, connectorId, value);
            }
            if (connectors.plugsOf(evseId).isEmpty()) {
                connectors.plug(evseId, 1, value);
            }
            plugged(evseId, at);
        } else {
            return false;
        }
        return true;
    }

    /** A fault may be reported before its reason. */
    private void lock(int evseId, boolean fails, @Nullable Instant at) throws NotAcknowledgedException {
        lockFailures.putLast(evseId, fails);
        if (lockFailures.size() > ConnectorStates.MOST) {
            lockFailures.pollFirstEntry();
        }
        if (fails && OTHER_FAULT.equals(connectors.present(evseId))) {
            publish(evseId, FAULTED, at);
        }
    }

    /**
     * Handles a transaction's event, because the station may send no status with it.
     *
     * @param offline whether the station kept the event while it had no connection. Such an event of a former
     *     transaction says nothing about the one that runs now.
     * @param past whether it kept the event for long. Such an event says nothing about the present, except that a
     *     transaction which it ends no longer runs.
     */
    void transaction(StationTransaction transaction, StationEvent event, boolean offline, boolean past)
            throws NotAcknowledgedException {
        Integer evseId = transaction.evseId();
        if (evseId == null) {
            return;
        }
        End end = transaction.end();
        boolean runs = end == null;
        if (end != null && (event.type() != StationEvent.Type.ENDED || event.seqNo() != end.seqNo())) {
            // It comes late, or is another end, and tells nothing about the present.
            return;
        }
        boolean plugKnown = !connectors.plugsOf(evseId).isEmpty();
        Optional<StationTransaction> running = running(evseId);
        boolean isFormer = running.stream().anyMatch(one -> one.transactionId() != transaction.transactionId());
        if ((offline && isFormer) || (past && (runs || !plugKnown || running.isPresent()))) {
            return;
        }
        State former = connectors.present(evseId);
        boolean tells = runs || former == null;
        boolean begins = runs && !isOfStatus(transaction, evseId);
        if (begins) {
            connectors.transaction(evseId, transaction.transactionId());
        } else if (!runs && isOfStatus(transaction, evseId)) {
            tells = true;
            connectors.transaction(evseId, null);
        }
        String word =
                plugKnown || !hasLeft(event) ? word(evseId, tells ? Optional.of(transaction) : running) : AVAILABLE;
        if (former == null || !former.status().equals(word)) {
            publish(evseId, word, event.timestamp());
        } else if (begins) {
            connectors.store();
        }
    }

    /** Whether the transaction sent an event since the EVSE was last free, over any connection. */
    private boolean isOfStatus(StationTransaction transaction, int evseId) throws NotAcknowledgedException {
        return Objects.equals(connectors.transactionAt(evseId), transaction.transactionId());
    }

    private static boolean hasLeft(StationEvent event) {
        return LEFT.contains(event.trigger()) || "EVDisconnected".equals(event.stoppedReason());
    }

    private String plug(int evseId) throws NotAcknowledgedException {
        Map<Integer, String> plugs = connectors.plugsOf(evseId);
        return plugs.isEmpty() ? OCCUPIED : mostTelling(plugs.values());
    }

    private String word(int evseId, Optional<StationTransaction> running) throws NotAcknowledgedException {
        String plug = plug(evseId);
        if (!plug.equals(OCCUPIED)) {
            return plug;
        }
        State former = connectors.present(evseId);
        return running.map(EvseStates::wordOf).orElseGet(() -> wasInSession(former) ? FINISHING : PREPARING);
    }

    /** The running transaction of an EVSE. If the EVSE was free since its last event, the station lost it. */
    private Optional<StationTransaction> running(int evseId) throws NotAcknowledgedException {
        State former = connectors.present(evseId);
        boolean wasFree = former != null && FREE.contains(former.status());
        Optional<StationTransaction> running = transactions.runningAt(evseId);
        return running.isPresent() && wasFree && !isOfStatus(running.get(), evseId) ? Optional.empty() : running;
    }

    static String mostTelling(Collection<String> words) {
        return MOST_TELLING.stream().filter(words::contains).findFirst().orElse(OCCUPIED);
    }

    private static String wordOf(StationTransaction transaction) {
        if (transaction.authorisationEnded() || transaction.end() != null) {
            return FINISHING;
        }
        String state = transaction.chargingState();
        if (state != null && OF_SESSION.contains(state)) {
            return state;
        }
        if (!transaction.charged()) {
            return PREPARING;
        }
        return state == null ? CHARGING : FINISHING;
    }

    private static boolean wasInSession(@Nullable State former) {
        return former != null
                && (OF_SESSION.contains(former.status()) || former.status().equals(FINISHING));
    }

    /** Each connector in the terms of OCPP 1.6. An occupied one has the state of its EVSE. */
    private List<Plug> plugsOf(int evseId, String word) throws NotAcknowledgedException {
        return connectors.plugsOf(evseId).entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(plug -> new Plug(plug.getKey(), plug.getValue().equals(OCCUPIED) ? word : plug.getValue()))
                .toList();
    }

    private void publish(int evseId, String word, @Nullable Instant at) throws NotAcknowledgedException {
        String errorCode = "NoError";
        if (Objects.equals(word, FAULTED)) {
            boolean wasFailing = LOCK_FAULT.equals(connectors.present(evseId));
            errorCode = (lockFailures.getOrDefault(evseId, wasFailing) ? LOCK_FAULT : OTHER_FAULT).errorCode();
        }
        connectors.status(new ConnectorStatus(evseId, word, errorCode, null, null, at), plugsOf(evseId, word));
    }
}
