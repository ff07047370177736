package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A scenario as described on its documentation page. */
record DocumentedScenario(String name, List<Event> events) {

    private static final Pattern HEADING = Pattern.compile("### `(\\w+)`");
    private static final Pattern EVENT = Pattern.compile("- `([a-z_.]+)((?: \\w+=[^ `]+)*)`");

    /** @param data the expected values of some fields */
    record Event(String name, Map<String, String> data) {

        void assertIs(JsonNode received) {
            assertThat(received.path("event").asString()).isEqualTo(name);
            data.forEach((field, value) -> assertThat(
                            received.path("data").path(field).asString())
                    .as(received.toString())
                    .isEqualTo(value));
        }
    }

    static Stream<DocumentedScenario> all(String page) {
        List<DocumentedScenario> all = new ArrayList<>();
        page.lines().forEach(line -> {
            Matcher heading = HEADING.matcher(line);
            Matcher event = EVENT.matcher(line);
            if (heading.matches()) {
                all.add(new DocumentedScenario(heading.group(1), new ArrayList<>()));
            } else if (event.matches() && !all.isEmpty()) {
                all.getLast().events().add(new Event(event.group(1), data(event.group(2))));
            }
        });
        assertThat(all).as("scenarios of the page").hasSizeGreaterThanOrEqualTo(10);
        return all.stream();
    }

    private static Map<String, String> data(String fields) {
        Map<String, String> data = new LinkedHashMap<>();
        for (String field : fields.strip().split(" ", 0)) {
            int equals = field.indexOf('=');
            if (equals > 0) {
                data.put(field.substring(0, equals), field.substring(equals + 1));
            }
        }
        return data;
    }

    @Override
    public String toString() {
        return name;
    }
}
