package io.plugstream.model.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code docs/architecture.md} matches the code's topics, and its diagrams show only possible paths of records. */
class JourneysTest {

    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `([a-z-]+)` \\|[^|\n]*\\|[^|\n]*\\| (.+?) \\| (.+?) \\|$");
    private static final Pattern DIAGRAM = Pattern.compile("```mermaid\nsequenceDiagram\n(.*?)```", Pattern.DOTALL);
    private static final Pattern PARTICIPANT = Pattern.compile("(?m)^ +(?:actor|participant) (\\w+)(?: as (.+))?$");
    private static final Pattern ARROW = Pattern.compile("(?m)^ +(\\w+)->>(\\w+): .+$");

    /** The names of the services in the table of topics. */
    private static final Map<String, String> SERVICES = Map.of(
            "api-service", "api",
            "ocpp-gateway", "gateway",
            "quota-service", "quota",
            "webhook-dispatcher", "dispatcher",
            "sandbox", "sandbox");

    private static String page;
    private static Map<String, Ways> table;

    /** The writers and readers of a topic. */
    private record Ways(Set<String> writers, Set<String> readers) {}

    @BeforeAll
    static void readPage() throws IOException {
        page = Files.readString(Path.of("../docs/architecture.md"));
        table = ROW.matcher(page)
                .results()
                .filter(row ->
                        Topics.ALL.stream().anyMatch(topic -> topic.name().equals(row.group(1))))
                .collect(Collectors.toMap(
                        row -> row.group(1), row -> new Ways(names(row.group(2)), names(row.group(3)))));
    }

    @Test
    void theTableNamesEveryTopic() {
        assertThat(table.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        Topics.ALL.stream().map(Topic::name).toList());
    }

    @Test
    void thereAreFiveJourneys() {
        assertThat(diagrams()).hasSize(5);
    }

    @Test
    void recordsGoFromATopicsWriterToItsReaders() {
        for (String diagram : diagrams()) {
            Map<String, String> participants = participants(diagram);
            Set<String> written = new HashSet<>();
            Set<String> read = new HashSet<>();
            ARROW.matcher(diagram).results().forEach(arrow -> {
                assertThat(participants).containsKeys(arrow.group(1), arrow.group(2));
                String from = participants.get(arrow.group(1));
                String to = participants.get(arrow.group(2));
                if (table.containsKey(to)) {
                    assertThat(table.get(to).writers()).as(arrow.group()).contains(SERVICES.get(from));
                    written.add(to);
                }
                if (table.containsKey(from)) {
                    assertThat(table.get(from).readers()).as(arrow.group()).contains(SERVICES.get(to));
                    read.add(from);
                }
            });
            assertThat(written).as("topics read are written before").containsAll(read);
        }
    }

    @Test
    void everyParticipantIsATopicAServiceOrExternal() {
        for (String diagram : diagrams()) {
            assertThat(participants(diagram).values())
                    .allSatisfy(name -> assertThat(name)
                            .satisfiesAnyOf(
                                    topic -> assertThat(table).containsKey(topic),
                                    service -> assertThat(SERVICES).containsKey(service),
                                    outside ->
                                            assertThat(outside).isIn("client", "charger", "receiver", "PostgreSQL")));
        }
    }

    private static List<String> diagrams() {
        return DIAGRAM.matcher(page).results().map(found -> found.group(1)).toList();
    }

    private static Map<String, String> participants(String diagram) {
        return PARTICIPANT
                .matcher(diagram)
                .results()
                .collect(Collectors.toMap(
                        found -> found.group(1), found -> found.group(2) == null ? found.group(1) : found.group(2)));
    }

    private static Set<String> names(String cell) {
        return Arrays.stream(cell.split(", ", -1)).collect(Collectors.toSet());
    }
}
