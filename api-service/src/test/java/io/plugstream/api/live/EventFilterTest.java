package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.plugstream.api.problem.ProblemException;
import io.plugstream.api.projection.Story;
import io.plugstream.model.event.EventType;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

class EventFilterTest {

    @Test
    void withoutParametersEverythingPasses() {
        Story story = new Story("org", "CP");

        assertThat(EventFilter.of(parameters()).passes(story.connected())).isTrue();
        assertThat(EventFilter.of(parameters()).passes(story.started(1, 0))).isTrue();
    }

    @Test
    void valuesMayBeRepeatedOrSeparatedByCommas() {
        EventFilter filter = EventFilter.of(parameters(
                "events", "charger.boot,charger.connected", "events", "transaction.started", "chargeBoxId", "A,B"));

        assertThat(filter.events())
                .containsExactlyInAnyOrder(
                        EventType.CHARGER_BOOT, EventType.CHARGER_CONNECTED, EventType.TRANSACTION_STARTED);
        assertThat(filter.chargers()).isEqualTo(Set.of("A", "B", "A,B"));
        assertThat(filter.passes(new Story("org", "A").connected())).isTrue();
        assertThat(filter.passes(new Story("org", "A").disconnected())).isFalse();
        assertThat(filter.passes(new Story("org", "C").connected())).isFalse();
    }

    @Test
    void everyFaultIsNamed() {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> EventFilter.of(
                        parameters("events", "charger.exploded", "chargeBoxId", "a/b", "event", "charger.boot")))
                .satisfies(problem -> assertThat(problem.problem().errors())
                        .extracting(fault -> fault.field())
                        .isEqualTo(List.of("events", "chargeBoxId", "event")));
        assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> EventFilter.of(parameters("events", "")));
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> EventFilter.of(parameters("chargeBoxId", "A,,B/")));
    }

    private static MultiValueMap<String, String> parameters(String... namesAndValues) {
        MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            parameters.add(namesAndValues[i], namesAndValues[i + 1]);
        }
        return parameters;
    }
}
