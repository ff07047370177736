package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.plugstream.api.http.Fault;
import io.plugstream.api.http.ProblemException;
import io.plugstream.api.projection.Story;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

class EventFilterTest {

    @Test
    void acceptsAllEventsWithoutParameters() {
        Story story = new Story("org", "CP");

        assertThat(query(parameters()).filter().passes(story.connected())).isTrue();
        assertThat(query(parameters()).filter().passes(story.started(1, 0))).isTrue();
    }

    @Test
    void valuesMayBeRepeatedOrSeparatedByCommas() {
        EventFilter filter = query(parameters(
                        "events",
                        "charger.boot,charger.connected",
                        "events",
                        "transaction.started",
                        "chargeBoxId",
                        "A,B"))
                .filter();

        assertThat(filter.events())
                .containsExactlyInAnyOrder(
                        EventType.CHARGER_BOOT, EventType.CHARGER_CONNECTED, EventType.TRANSACTION_STARTED);
        assertThat(filter.chargers()).isEqualTo(Set.of("A", "B", "A,B"));
        assertThat(filter.passes(new Story("org", "A").connected())).isTrue();
        assertThat(filter.passes(new Story("org", "A").disconnected())).isFalse();
        assertThat(filter.passes(new Story("org", "C").connected())).isFalse();
    }

    @Test
    void spacesAroundCommasDoNotCount() {
        EventFilter filter = query(parameters("events", "charger.boot, charger.connected", "chargeBoxId", "CP-1, CP-2"))
                .filter();

        assertThat(filter.events()).containsExactlyInAnyOrder(EventType.CHARGER_BOOT, EventType.CHARGER_CONNECTED);
        assertThat(filter.chargers()).isEqualTo(Set.of("CP-1", "CP-2", "CP-1, CP-2"));
    }

    @Test
    void everyFaultIsNamed() {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> query(parameters(
                        "events",
                        "charger.exploded,a,b",
                        "chargeBoxId",
                        "a/b",
                        "chargeBoxId",
                        "c/d",
                        "since",
                        "yesterday",
                        "event",
                        "x")))
                .satisfies(problem -> assertThat(problem.problem().errors())
                        .extracting(fault -> fault.field())
                        .isEqualTo(List.of("events", "chargeBoxId", "since", "event")));
        assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> query(parameters("events", "")));
        assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> query(parameters("chargeBoxId", "A,,B/")));
    }

    @Test
    void aFaultSaysWhatIsAllowed() {
        assertThat(messages(parameters("events", "charger.exploded")))
                .containsExactly("must be one of charger.connected, charger.disconnected, charger.boot,"
                        + " connector.status_changed, transaction.started, transaction.updated, transaction.stopped");
        String[] many = IntStream.rangeClosed(0, 200)
                .boxed()
                .flatMap(number -> Stream.of("chargeBoxId", "CP-" + number))
                .toArray(String[]::new);
        assertThat(messages(parameters(many))).containsExactly("must name at most 200 chargers");
    }

    private static List<String> messages(MultiValueMap<String, String> parameters) {
        ProblemException refusal = catchThrowableOfType(ProblemException.class, () -> query(parameters));
        return refusal.problem().errors().stream().map(Fault::message).toList();
    }

    @Test
    void aTimestampMayBeGivenOnce() {
        assertThat(query(parameters()).since()).isNull();
        assertThat(query(parameters("since", "2026-01-31T10:00:00+01:00")).since())
                .isEqualTo("2026-01-31T09:00:00Z");
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> query(parameters("since", "2026-01-31T10:00:00Z", "since", "2026-01-31T10:00:00Z")));
    }

    private static StreamQuery query(MultiValueMap<String, String> parameters) {
        return StreamQuery.of(parameters, List.of(), new Audience("org", Mode.LIVE));
    }

    private static MultiValueMap<String, String> parameters(String... namesAndValues) {
        MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            parameters.add(namesAndValues[i], namesAndValues[i + 1]);
        }
        return parameters;
    }
}
