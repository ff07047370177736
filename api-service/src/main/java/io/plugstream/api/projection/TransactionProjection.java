package io.plugstream.api.projection;

import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.event.TransactionUpdated;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Stores charging sessions: started, metered, stopped. Completed transactions no longer change. */
@Component
final class TransactionProjection implements BatchProjection<EventRecord> {

    private final JsonRows rows;

    TransactionProjection(JsonRows rows) {
        this.rows = rows;
    }

    @Override
    public Mono<Void> apply(List<EventRecord> events) {
        Collection<TransactionRow> starts =
                first(of(events, TransactionStarted.class).map(TransactionRow::started), TransactionRow::key);
        // Stops without a start may share an id, and even the time, so their time and reading distinguish them. A
        // station's end without its begin has the time of the whole stop.
        Collection<TransactionRow> stops = first(
                of(events, TransactionStopped.class).map(TransactionRow::stopped),
                stop -> Arrays.asList(stop.key(), stop.at(), stop.meterStop(), stop.isOrphanOfStation()));
        Collection<TransactionRow> ends =
                first(stops.stream().filter(stop -> !stop.isOrphanOfStation()), TransactionRow::key);
        return rows.run(TransactionSql.START, starts)
                .then(rows.run(TransactionSql.LINK, starts))
                .then(rows.run(TransactionSql.READ, readings(events)))
                .then(rows.run(SampledValue.INSERT, values(events)))
                .then(rows.run(TransactionSql.STOP, ends))
                .then(rows.run(TransactionSql.STOP_ALONE, stops))
                .then(rows.run(TransactionSql.ANNOUNCE, orphanedWithoutEvent(events)));
    }

    /**
     * The organisations of stops that no stream sends. Readings that are only recorded are not announced: some chargers
     * send them all the time, usually with others.
     */
    private static Collection<ChangedList> orphanedWithoutEvent(List<EventRecord> events) {
        return of(events, TransactionStopped.class)
                .filter(EventRecord::recordOnly)
                .map(event -> new ChangedList(event.organisationId()))
                .collect(Collectors.toSet());
    }

    private record ChangedList(String organisationId) {}

    private static Collection<MeterReading> readings(List<EventRecord> events) {
        Map<TransactionKey, MeterReading> newest = of(events, TransactionUpdated.class)
                .flatMap(MeterReading::in)
                .collect(Collectors.toMap(
                        MeterReading::key,
                        Function.identity(),
                        (one, next) -> next.at().isBefore(one.at()) ? one : next));
        return newest.values();
    }

    private static List<SampledValue> values(List<EventRecord> events) {
        return of(events, TransactionUpdated.class).flatMap(SampledValue::in).toList();
    }

    private static Stream<EventRecord> of(List<EventRecord> events, Class<?> type) {
        return events.stream().filter(event -> type.isInstance(event.data()));
    }

    private static <K> Collection<TransactionRow> first(Stream<TransactionRow> rows, Function<TransactionRow, K> key) {
        Map<K, TransactionRow> first =
                rows.collect(Collectors.toMap(key, Function.identity(), (earlier, _) -> earlier, LinkedHashMap::new));
        return first.values();
    }
}
