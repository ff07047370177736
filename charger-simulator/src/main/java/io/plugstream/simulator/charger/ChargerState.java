package io.plugstream.simulator.charger;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * All that a charger keeps through a power failure, as one value that can be written as JSON. Each part is bounded,
 * because stores accept records of limited size only.
 *
 * @param online whether it wants a connection
 * @param transactions the central system's ids of sessions that are not fully reported yet
 * @param queue messages that are not answered yet, oldest first
 * @param configuration keys whose values were changed
 * @param answers by action name, how to answer actions that are not answered as usual
 * @param station what only OCPP 2.0.1 stations keep
 * @param upkeep accepted work that has not ended
 */
public record ChargerState(
        boolean online,
        ChargerTime time,
        List<Connector> connectors,
        Map<UUID, Integer> transactions,
        List<Message> queue,
        Map<String, String> configuration,
        LocalList localList,
        List<ChargingProfile> profiles,
        Map<String, AnswerMode> answers,
        StationState station,
        UpkeepState upkeep) {

    public ChargerState {
        connectors = List.copyOf(connectors);
        transactions = Map.copyOf(transactions);
        queue = List.copyOf(queue);
        configuration = Map.copyOf(configuration);
        profiles = List.copyOf(profiles);
        answers = Map.copyOf(answers);
        // States of earlier builds have none.
        upkeep = Objects.requireNonNullElse(upkeep, UpkeepState.NONE);
    }

    /** The state of a new charger. */
    public static ChargerState fresh(ChargerModel model) {
        return new ChargerState(
                true,
                ChargerTime.RIGHT,
                IntStream.rangeClosed(1, model.connectors())
                        .mapToObj(Connector::idle)
                        .toList(),
                Map.of(),
                List.of(),
                Map.of(),
                LocalList.EMPTY,
                List.of(),
                Map.of(),
                StationState.EMPTY,
                UpkeepState.NONE);
    }

    /** The central system's id of a session, once it is known. */
    public @Nullable Integer transaction(UUID session) {
        return transactions.get(session);
    }

    /** Number of messages of transactions that are not answered yet. */
    public int unsent() {
        return (int) queue.stream().filter(Message::isOfTransaction).count();
    }

    /** The charger's own id of the running session. */
    public Optional<UUID> runningSession() {
        return connectors.stream()
                .map(Connector::session)
                .filter(Objects::nonNull)
                .map(Session::id)
                .findFirst();
    }

    /** Whether any connector charges and the central system knows it. */
    @JsonIgnore
    public boolean isKnownToCharge() {
        return connectors.stream()
                .map(Connector::session)
                .anyMatch(
                        session -> session != null && queue.stream().noneMatch(message -> isStartOf(message, session)));
    }

    private static boolean isStartOf(Message message, Session session) {
        return message instanceof Message.ChargingStarted start
                && start.session().equals(session.id());
    }

    /** Whether any connector charges. */
    @JsonIgnore
    public boolean isCharging() {
        return connectors.stream().anyMatch(connector -> connector.session() != null);
    }

    /** Whether a car is plugged in at any connector. */
    @JsonIgnore
    public boolean isPlugged() {
        return connectors.stream().anyMatch(Connector::plugged);
    }

    /** The id of the running transaction; null if there is none or its id is not known yet. */
    public @Nullable Integer transactionId() {
        return connectors.stream()
                .map(Connector::session)
                .filter(Objects::nonNull)
                .map(session -> transactions.get(session.id()))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Whether it has this connector. */
    boolean has(int connector) {
        return connector >= 1 && connector <= connectors.size();
    }

    Connector connector(int id) {
        return connectors.get(id - 1);
    }

    ChargerState connector(int id, UnaryOperator<Connector> change) {
        var changed = new ArrayList<>(connectors);
        changed.set(id - 1, change.apply(changed.get(id - 1)));
        return with(copy -> copy.connectors = changed);
    }

    ChargerState online(boolean wanted) {
        return with(copy -> copy.online = wanted);
    }

    ChargerState time(ChargerTime shown) {
        return with(copy -> copy.time = shown);
    }

    ChargerState queue(List<Message> unsent) {
        return with(copy -> copy.queue = unsent);
    }

    ChargerState transaction(UUID session, @Nullable Integer id) {
        var changed = new HashMap<>(transactions);
        if (id == null) {
            changed.remove(session);
        } else {
            changed.put(session, id);
        }
        return with(copy -> copy.transactions = changed);
    }

    ChargerState configured(String key, String value) {
        var changed = new HashMap<>(configuration);
        changed.put(key, value);
        return with(copy -> copy.configuration = changed);
    }

    ChargerState list(LocalList list) {
        return with(copy -> copy.localList = list);
    }

    ChargerState profiles(List<ChargingProfile> installed) {
        return with(copy -> copy.profiles = installed);
    }

    ChargerState answeringWith(String action, AnswerMode how) {
        var changed = new HashMap<>(answers);
        if (how == AnswerMode.ACCEPT) {
            changed.remove(action);
        } else {
            changed.put(action, how);
        }
        return with(copy -> copy.answers = changed);
    }

    ChargerState station(StationState kept) {
        return with(copy -> copy.station = kept);
    }

    ChargerState upkeep(UpkeepState changed) {
        return with(copy -> copy.upkeep = changed);
    }

    private ChargerState with(Consumer<Copy> change) {
        var copy = new Copy(this);
        change.accept(copy);
        return copy.state();
    }

    /** A copy whose parts can be changed. */
    private static final class Copy {
        private boolean online;
        private ChargerTime time;
        private List<Connector> connectors;
        private Map<UUID, Integer> transactions;
        private List<Message> queue;
        private Map<String, String> configuration;
        private LocalList localList;
        private List<ChargingProfile> profiles;
        private Map<String, AnswerMode> answers;
        private StationState station;
        private UpkeepState upkeep;

        Copy(ChargerState state) {
            online = state.online;
            time = state.time;
            connectors = state.connectors;
            transactions = state.transactions;
            queue = state.queue;
            configuration = state.configuration;
            localList = state.localList;
            profiles = state.profiles;
            answers = state.answers;
            station = state.station;
            upkeep = state.upkeep;
        }

        ChargerState state() {
            return new ChargerState(
                    online,
                    time,
                    connectors,
                    transactions,
                    queue,
                    configuration,
                    localList,
                    profiles,
                    answers,
                    station,
                    upkeep);
        }
    }
}
