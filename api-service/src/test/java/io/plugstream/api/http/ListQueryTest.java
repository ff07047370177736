package io.plugstream.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

class ListQueryTest {

    private final MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>();

    @Test
    void defaultsToFiftyFromTheStart() {
        ListQuery query = ListQuery.of(parameters);

        assertThat(query.limit()).isEqualTo(50);
        Cursor cursor = query.cursor("things", Optional::of);
        assertThat(cursor).isNull();
        assertThat(query.instant("from")).isNull();
        query.check();
    }

    @Test
    void readsGivenParameters() {
        parameters.add("limit", "200");
        parameters.add("cursor", Cursor.of("things", "a", "b").text());
        parameters.add("from", "2026-01-31T10:00:00+01:00");
        ListQuery query = ListQuery.of(parameters);

        assertThat(query.limit()).isEqualTo(200);
        Cursor cursor = query.cursor("things", Optional::of);
        assertThat(cursor).isEqualTo(Cursor.of("things", "a", "b"));
        assertThat(query.instant("from")).isEqualTo(Instant.parse("2026-01-31T09:00:00Z"));
        query.check();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "201", "-1", "ten", "", "1.5", "+5", "\u0665", "99999999999"})
    void limitIsFrom1To200(String limit) {
        parameters.add("limit", limit);

        assertThat(faults(query -> query.limit())).containsExactly("limit");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%%%",
                "bnVsbA",
                "eyJhIjoxfQ",
                "W251bGxd",
                "",
                "\u00e4",
                "W10",
                "WzFd",
                "WyJhIl0=",
                "WyJ0aGluZ3MiXQ",
                "WyJhIiwiYiJd"
            })
    void foreignCursorsAreFaults(String cursor) {
        parameters.add("cursor", cursor);

        assertThat(faults(query -> query.cursor("things", Optional::of))).containsExactly("cursor");
    }

    @Test
    void anUnknownParameterIsAFault() {
        parameters.add("limit", "0");
        parameters.add("statsu", "active");

        assertThat(faults(query -> query.limit())).containsExactly("limit", "statsu");
    }

    @Test
    void everyFaultIsNamedAtOnce() {
        parameters.add("limit", "0");
        parameters.add("from", "yesterday");
        parameters.add("to", "2026-01-31");
        parameters.add("status", "a");
        parameters.add("status", "b");

        assertThat(faults(query -> {
                    query.limit();
                    query.instant("from");
                    query.instant("to");
                    query.read("status", Optional::of, "");
                }))
                .containsExactly("limit", "from", "to", "status");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-31T09:00:00",
                "2026-01-31 09:00",
                "2026-01-31T09:00:00  01:00",
                "+10000-01-01T00:00:00Z",
                "-0001-01-01T00:00:00Z",
                "1769850000"
            })
    void timestampsFollowRfc3339(String text) {
        parameters.add("from", text);
        assertThat(faults(query -> query.instant("from"))).containsExactly("from");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10:00:00+01:00", "10:00:00.000%2B01:00", "10:00%2001:00", "09:00:00Z", "03:00:00-06:00"})
    void thePlusOfAnOffsetNeedsNoEscape(String time) {
        URI address = URI.create("/transactions?from=2026-01-31T" + time);
        ListQuery query = ListQuery.of(
                MockServerHttpRequest.method(HttpMethod.GET, address).build().getQueryParams());

        assertThat(query.instant("from")).isEqualTo(Instant.parse("2026-01-31T09:00:00Z"));
        query.check();
    }

    private List<String> faults(Consumer<ListQuery> reading) {
        ListQuery query = ListQuery.of(parameters);
        reading.accept(query);
        return assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(query::check)
                .actual()
                .problem()
                .errors()
                .stream()
                .map(Fault::field)
                .toList();
    }
}
