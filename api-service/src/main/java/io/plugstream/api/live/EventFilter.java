package io.plugstream.api.live;

import io.plugstream.api.http.ListQuery;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.EventType;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Selects the events of an audience that a stream carries. Empty {@code events} or {@code chargers} select all.
 *
 * @param extras what else the stream carries; nothing if empty
 */
record EventFilter(Set<EventType> events, Set<String> chargers, Set<Extra> extras) {

    private static final String EVENTS = "events";
    private static final String CHARGERS = "chargeBoxId";
    private static final int MOST_CHARGERS = 200;

    EventFilter {
        events = Set.copyOf(events);
        chargers = Set.copyOf(chargers);
        extras = Set.copyOf(extras);
    }

    /** Reads query parameters. Values may be repeated or separated by commas, with spaces or without. */
    static EventFilter of(ListQuery query) {
        return new EventFilter(events(query), chargers(query), extras(query));
    }

    boolean passesAll() {
        return events.isEmpty() && chargers.isEmpty();
    }

    boolean passes(EventRecord event) {
        return (events.isEmpty() || events.contains(event.data().type()))
                && (chargers.isEmpty() || chargers.contains(event.chargeBoxId()));
    }

    boolean passes(RefusedHandshake refusal) {
        String charger = refusal.chargeBoxId();
        return extras.contains(Extra.HANDSHAKES)
                && (chargers.isEmpty() || (charger != null && chargers.contains(charger)));
    }

    private static Set<Extra> extras(ListQuery query) {
        Set<Extra> extras = EnumSet.noneOf(Extra.class);
        for (Extra extra : Extra.values()) {
            List<String> values = query.values(extra.parameter()).distinct().toList();
            if (!List.of("true", "false").containsAll(values) || values.size() > 1) {
                query.fault(extra.parameter(), "must be true or false");
            }
            if (values.contains("true")) {
                extras.add(extra);
            }
        }
        return extras;
    }

    private static Set<EventType> events(ListQuery query) {
        Set<EventType> events = EnumSet.noneOf(EventType.class);
        query.values(EVENTS).flatMap(EventFilter::parts).forEach(name -> {
            Optional<EventType> event = EventType.named(name);
            if (event.isEmpty()) {
                query.fault(EVENTS, "must be one of " + EventType.names());
            }
            event.ifPresent(events::add);
        });
        return events;
    }

    /** A chargeBoxId may contain a comma, so a value with commas means both the whole and its parts. */
    private static Set<String> chargers(ListQuery query) {
        Set<String> chargers = new HashSet<>();
        query.values(CHARGERS).forEach(value -> {
            Set<String> meant = new HashSet<>();
            parts(value).filter(ChargerId::isChargeBoxId).forEach(meant::add);
            if (ChargerId.isChargeBoxId(value)) {
                meant.add(value);
            } else if (meant.size() < parts(value).distinct().count()) {
                query.fault(CHARGERS, "must be chargeBoxIds");
            }
            chargers.addAll(meant);
        });
        if (chargers.size() > MOST_CHARGERS) {
            query.fault(CHARGERS, "must name at most " + MOST_CHARGERS + " chargers");
        }
        return chargers;
    }

    private static Stream<String> parts(String value) {
        return Arrays.stream(value.split(",", -1)).map(String::strip);
    }
}
