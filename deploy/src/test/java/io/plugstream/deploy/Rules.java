package io.plugstream.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The recording and alerting rules. */
record Rules(JsonNode file) {

    static final Path FILE = Path.of("prometheus/rules/plugstream.yml");

    static Rules read() throws IOException {
        return new Rules(StrictYaml.documents(Files.readString(FILE)).getFirst());
    }

    Stream<JsonNode> alerts() {
        return all().filter(rule -> rule.has("alert"));
    }

    Stream<JsonNode> figures() {
        return all().filter(rule -> rule.has("record"));
    }

    Stream<String> expressions() {
        return all().map(rule -> rule.path("expr").asText());
    }

    private Stream<JsonNode> all() {
        return stream(file.path("groups")).flatMap(group -> stream(group.path("rules")));
    }

    private static Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }
}
