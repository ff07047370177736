package io.plugstream.api.live;

import io.plugstream.api.http.Fault;
import io.plugstream.api.http.ListQuery;
import io.plugstream.api.http.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/**
 * The parsed query of a stream.
 *
 * @param since the stream begins with the events recorded from then on; null begins with new events
 */
record StreamQuery(EventFilter filter, @Nullable Instant since) {

    private static final String SINCE = "since";
    private static final Set<String> KNOWN =
            Stream.concat(EventFilter.parameters(), Stream.of(SINCE)).collect(Collectors.toUnmodifiableSet());

    /** Reads query parameters; throws a problem with every fault. */
    static StreamQuery of(MultiValueMap<String, String> parameters) {
        List<Fault> faults = new ArrayList<>();
        StreamQuery query = new StreamQuery(EventFilter.of(parameters, faults), since(parameters, faults));
        parameters.keySet().stream()
                .filter(name -> !KNOWN.contains(name))
                .forEach(name -> faults.add(new Fault(name, "is not a parameter here")));
        if (!faults.isEmpty()) {
            throw Problem.invalid(faults).exception();
        }
        return query;
    }

    private static @Nullable Instant since(MultiValueMap<String, String> parameters, List<Fault> faults) {
        List<String> values = parameters.getOrDefault(SINCE, List.of());
        if (values.size() > 1) {
            faults.add(new Fault(SINCE, "must be given once"));
        }
        if (values.size() != 1) {
            return null;
        }
        Optional<Instant> since = ListQuery.moment(Objects.requireNonNullElse(values.getFirst(), ""));
        if (since.isEmpty()) {
            faults.add(new Fault(SINCE, ListQuery.TIMESTAMP_RULE));
        }
        return since.orElse(null);
    }
}
