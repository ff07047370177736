package io.plugstream.api.live;

import io.plugstream.api.http.Fault;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.RefusedHandshake;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.EventType;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.util.MultiValueMap;

/**
 * Selects the events of an audience that a stream carries. Empty {@code events} or {@code chargers} select all.
 *
 * @param extras what else the stream carries; nothing if empty
 */
record EventFilter(Set<EventType> events, Set<String> chargers, Set<Extra> extras) {

    static final String EVENTS = "events";
    static final String CHARGERS = "chargeBoxId";
    private static final int MOST_CHARGERS = 200;

    EventFilter {
        events = Set.copyOf(events);
        chargers = Set.copyOf(chargers);
        extras = Set.copyOf(extras);
    }

    /** The names of this filter's query parameters. */
    static Stream<String> parameters() {
        return Stream.concat(
                Stream.of(EVENTS, CHARGERS), Arrays.stream(Extra.values()).map(Extra::parameter));
    }

    /** Reads query parameters and adds every fault to {@code faults}. Values may be repeated or separated by commas. */
    static EventFilter of(MultiValueMap<String, String> parameters, List<Fault> faults) {
        return new EventFilter(events(parameters, faults), chargers(parameters, faults), extras(parameters, faults));
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

    private static Set<Extra> extras(MultiValueMap<String, String> parameters, List<Fault> faults) {
        Set<Extra> extras = EnumSet.noneOf(Extra.class);
        for (Extra extra : Extra.values()) {
            List<String> values =
                    values(parameters, extra.parameter()).distinct().toList();
            if (!List.of("true", "false").containsAll(values) || values.size() > 1) {
                faults.add(new Fault(extra.parameter(), "must be true or false"));
            }
            if (values.contains("true")) {
                extras.add(extra);
            }
        }
        return extras;
    }

    private static Set<EventType> events(MultiValueMap<String, String> parameters, List<Fault> faults) {
        Set<EventType> events = EnumSet.noneOf(EventType.class);
        values(parameters, EVENTS).flatMap(EventFilter::parts).forEach(name -> {
            Optional<EventType> event = EventType.named(name);
            if (event.isEmpty()) {
                faults.add(new Fault(EVENTS, "must be names of events"));
            }
            event.ifPresent(events::add);
        });
        return events;
    }

    /** A chargeBoxId may contain a comma, so a value with commas means both the whole and its parts. */
    private static Set<String> chargers(MultiValueMap<String, String> parameters, List<Fault> faults) {
        Set<String> chargers = new HashSet<>();
        values(parameters, CHARGERS).forEach(value -> {
            Set<String> meant = new HashSet<>();
            parts(value).filter(ChargerId::isChargeBoxId).forEach(meant::add);
            if (ChargerId.isChargeBoxId(value)) {
                meant.add(value);
            } else if (meant.size() < parts(value).distinct().count()) {
                faults.add(new Fault(CHARGERS, "must be chargeBoxIds"));
            }
            chargers.addAll(meant);
        });
        if (chargers.size() > MOST_CHARGERS) {
            faults.add(new Fault(CHARGERS, "must be at most " + MOST_CHARGERS));
        }
        return chargers;
    }

    private static Stream<String> values(MultiValueMap<String, String> parameters, String name) {
        return parameters.getOrDefault(name, List.of()).stream().map(value -> Objects.requireNonNullElse(value, ""));
    }

    private static Stream<String> parts(String value) {
        return Arrays.stream(value.split(",", -1));
    }
}
