package io.plugstream.api.projection;

import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.event.EventRecord;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The order of events: newer connections after older ones, within a connection by sequence. */
final class Newest {

    static final Comparator<UUID> CONNECTIONS = HeldConnection::compare;

    static final Comparator<EventRecord> EVENTS =
            Comparator.comparing(EventRecord::connectionId, CONNECTIONS).thenComparingLong(EventRecord::sequence);

    private Newest() {}

    /** The newest event of each key, because a statement may change a row only once. */
    static <K> Collection<EventRecord> of(List<EventRecord> events, Function<EventRecord, K> key) {
        Map<K, EventRecord> newest = events.stream()
                .collect(Collectors.toMap(key, Function.identity(), BinaryOperator.maxBy(EVENTS), LinkedHashMap::new));
        return newest.values();
    }
}
