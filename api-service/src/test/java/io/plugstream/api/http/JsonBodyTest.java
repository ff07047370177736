package io.plugstream.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBodyTest {

    @Test
    void readsGivenFields() {
        JsonBody body =
                body("{\"name\":\"n\",\"mode\":\"test\",\"active\":false,\"events\":[\"a\",\"b\"],\"note\":null}");
        assertThat(body.requiredText("name", 1, 10)).isEqualTo("n");
        assertThat(body.choice("mode", Mode.values())).isEqualTo(Mode.TEST);
        assertThat(body.flag("active")).isFalse();
        List<String> events = new ArrayList<>();
        body.texts("events", 1, 2, (place, text) -> events.add(place + text));
        assertThat(events).containsExactly("events[0]a", "events[1]b");
        assertThat(body.text("note", 1, 10)).isNull();
        body.check();
    }

    @Test
    void listsEveryFault() {
        JsonBody body = body("{\"name\":1,\"mode\":\"x\",\"active\":\"no\",\"events\":[1],\"extra\":{}}");
        body.requiredText("name", 1, 10);
        body.requiredText("missing", 1, 10);
        body.choice("mode", Mode.values());
        body.flag("active");
        body.texts("events", 1, 2, (_, _) -> {});
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(body::check)
                .satisfies(failure -> assertThat(failure.problem().errors())
                        .extracting(Fault::field)
                        .containsExactly("name", "missing", "mode", "active", "events[0]", "extra"));
    }

    @Test
    void aResponseNamesAtMostTwentyUnknownFields() {
        String fields =
                IntStream.range(0, 5_000).mapToObj(i -> "\"f" + i + "\":1").collect(Collectors.joining(","));
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(body('{' + fields + '}')::check)
                .satisfies(failure -> assertThat(failure.problem().errors()).hasSize(20));
    }

    @Test
    void countsCharactersNotCodeUnits() {
        assertThat(body("{\"name\":\"🔌🔌\"}").text("name", 1, 2)).isEqualTo("🔌🔌");
        assertThat(body("{\"name\":\"a\\u0000b\"}").text("name", 1, 10)).isNull();
    }

    @Test
    void aTextThatMayNotBeEmptyIsNotBlank() {
        JsonBody body = body("{\"name\":\" \",\"url\":\" \"}");
        assertThat(body.text("name", 1, 10)).isNull();
        assertThat(body.text("url", 0, 10)).isEqualTo(" ");
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(body::check)
                .satisfies(failure ->
                        assertThat(failure.problem().errors()).containsExactly(new Fault("name", "must not be blank")));
    }

    /** JSON Schema (2020-12, 4.2.3): 3.0 and 3e0 are the integer 3. */
    @ParameterizedTest
    @ValueSource(strings = {"3", "3.0", "3e0", "30E-1"})
    void aFractionOfZeroIsNoFraction(String three) {
        JsonBody body = body("{\"seconds\":" + three + '}');
        assertThat(body.wholeNumber("seconds", 1, 300)).isEqualTo(3);
        body.check();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.5", "0.0", "301.0", "1e400", "-1e400", "1e1000000000", "1e-1000000000", "\"3\""})
    void otherNumbersAreFaults(String other) {
        JsonBody body = body("{\"seconds\":" + other + '}');
        assertThat(body.wholeNumber("seconds", 1, 300)).isNull();
        assertThatExceptionOfType(ProblemException.class).isThrownBy(body::check);
    }

    @Test
    void unstorableTextIsReportedOncePerField() {
        JsonBody body = body(
                "{\"name\":\"\\u0000\",\"payload\":{\"tags\":[\"good\",\"\\ud800\"],\"a\\u0000\":1},\"b\\u0000\":1}");
        body.text("name", 1, 10);
        body.object("payload");
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(body::check)
                .satisfies(failure -> assertThat(failure.problem().errors())
                        .extracting(Fault::field)
                        .containsExactly("name", "payload.tags[1]", "payload.a\u0000", "b\u0000"));
    }

    @Test
    void aNullIsNotCalledMissing() {
        JsonBody body = body("{\"active\":null}");
        assertThat(body.required("active")).isFalse();
        assertThat(body.required("name")).isFalse();
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(body::check)
                .satisfies(failure -> assertThat(failure.problem().errors())
                        .containsExactly(new Fault("active", "must not be null"), new Fault("name", "is required")));
    }

    @Test
    void everyEntryThatIsNoObjectIsAFaultOfItsOwn() {
        JsonBody body = body("{\"list\":[1,{\"name\":2},\"\\u0000\",null]}");
        List<JsonBody> objects = Objects.requireNonNull(body.objects("list", 1, 4));
        assertThat(objects).hasSize(1);
        objects.getFirst().string("name");
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(body::check)
                .satisfies(failure -> assertThat(failure.problem().errors())
                        .extracting(Fault::field)
                        .containsExactlyInAnyOrder("list[0]", "list[1].name", "list[2]", "list[3]"));
    }

    @Test
    void acceptsOnlyObjects() {
        assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> body("[]"));
    }

    @Test
    void aProblemIsWrittenAsRfc9457Says() {
        assertThat(Json.mapper()
                        .writeValueAsString(
                                io.plugstream.api.http.Problem.invalid(List.of(new Fault("name", "is required")))))
                .isEqualTo("{\"type\":\"/problems/invalid-request\",\"title\":\"Invalid request\",\"status\":400,"
                        + "\"detail\":\"One fault was found.\","
                        + "\"errors\":[{\"field\":\"name\",\"message\":\"is required\"}]}");
    }

    private static JsonBody body(String json) {
        return JsonBody.of(Json.mapper().readTree(json));
    }
}
