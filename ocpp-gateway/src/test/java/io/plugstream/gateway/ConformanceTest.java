package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Generates docs/ocpp-conformance.md from the tests' annotations and compares it with the committed file. */
class ConformanceTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "ocpp-conformance.md");

    private static final String HEAD = """
            # OCPP conformance

            The cases of the Open Charge Alliance's test tool for central systems (numbers of 2025-02; titles in our words), and
            the tests that prove them. The tests use real sockets and a real broker. They check the messages from and to a charger
            on one side, and commands, results and events in Kafka on the other. These are our own tests, not a certificate.

            `ConformanceTest` generates this file from the `@OcaCase` annotations and fails when it is out of date. To generate
            it again:

            ```
            ./mvnw -pl ocpp-gateway -am test -Dtest=ConformanceTest \\
              -Dsurefire.failIfNoSpecifiedTests=false -Dplugstream.docs.write=true
            ```
            """;

    private static final String OCPP_1_6 = "\n## OCPP 1.6\n";

    private static final String OCPP_2_0_1 = """

            ## OCPP 2.0.1

            The cases of the profiles Core (with its optional features), Advanced Security, Local List, Smart Charging and
            Reservation. A case is *open* if no test names it. `stories-2.0.1.txt` describes cases step by step, as a station and
            an organisation would go through them, with all results; `CaseStoriesIT` runs them.
            """;

    private static List<Case> of16 = List.of();
    private static List<Case> of201 = List.of();
    private static Map<String, List<Proof>> proofs = Map.of();

    /** {@code notApplicable} is the reason, or empty. */
    private record Case(String number, String title, String notApplicable) {}

    private record Proof(String test, String missing) {}

    private enum Coverage {
        PROVEN,
        PARTLY,
        OPEN,
        NOT_APPLICABLE;

        String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    @BeforeAll
    static void read() throws Exception {
        of16 = cases("oca-cases.csv");
        of201 = cases("oca-cases-2.0.1.csv");
        proofs = new TreeMap<>();
        readStories();
        for (var type : new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.ONLY_INCLUDE_TESTS)
                .importPackages("io.plugstream.gateway")) {
            for (JavaMethod method : type.getMethods()) {
                for (OcaCase proven : method.reflect().getAnnotationsByType(OcaCase.class)) {
                    proofs.computeIfAbsent(proven.value(), _ -> new ArrayList<>())
                            .add(new Proof(
                                    "`" + type.getSimpleName() + "." + method.getName() + "`", proven.missing()));
                }
            }
        }
    }

    /** Reads the cases that a file describes step by step. */
    private static void readStories() throws IOException {
        for (CaseStory story : CaseStory.all()) {
            for (String number : story.cases()) {
                proofs.computeIfAbsent(number, _ -> new ArrayList<>())
                        .add(new Proof("`stories-2.0.1.txt`", story.missing()));
            }
        }
    }

    private static List<Case> cases(String file) throws IOException {
        return Files.readAllLines(Path.of("src", "test", "resources", file)).stream()
                .map(line -> line.split(";", 3))
                .map(fields -> new Case(fields[0], fields[1], fields.length > 2 ? fields[2] : ""))
                .toList();
    }

    @Test
    void everyAnnotationNamesACaseThatApplies() {
        assertThat(Stream.concat(of16.stream(), of201.stream())
                        .filter(known -> known.notApplicable().isEmpty())
                        .map(Case::number))
                .containsAll(proofs.keySet());
    }

    @Test
    void theDocumentIsUpToDate() throws Exception {
        String document = document();
        if (Boolean.getBoolean("plugstream.docs.write")) {
            Files.writeString(DOCUMENT, document);
        }
        assertThat(Files.readString(DOCUMENT)).isEqualTo(document);
    }

    private static String document() {
        return HEAD + OCPP_1_6 + tables(of16) + OCPP_2_0_1 + tables(of201);
    }

    private static String tables(List<Case> cases) {
        StringBuilder text = new StringBuilder("\n| Coverage | Cases |\n|---|---|\n");
        Map<Coverage, Long> counts =
                cases.stream().collect(Collectors.groupingBy(ConformanceTest::coverage, Collectors.counting()));
        for (Coverage coverage : Coverage.values()) {
            text.append("| %s | %d |\n".formatted(coverage.words(), counts.getOrDefault(coverage, 0L)));
        }
        text.append("\n| Case | About | Coverage | By, or why not |\n|---|---|---|---|\n");
        for (Case one : cases) {
            text.append("| %s | %s | %s | %s |\n"
                    .formatted(one.number(), one.title(), coverage(one).words(), remark(one)));
        }
        return text.toString();
    }

    private static Coverage coverage(Case one) {
        List<Proof> found = proofs.getOrDefault(one.number(), List.of());
        if (!one.notApplicable().isEmpty()) {
            return Coverage.NOT_APPLICABLE;
        }
        if (found.isEmpty()) {
            return Coverage.OPEN;
        }
        return found.stream().anyMatch(proof -> proof.missing().isEmpty()) ? Coverage.PROVEN : Coverage.PARTLY;
    }

    private static String remark(Case one) {
        String tests = proofs.getOrDefault(one.number(), List.of()).stream()
                .map(proof -> proof.missing().isEmpty() ? proof.test() : proof.test() + ", without " + proof.missing())
                .distinct()
                .sorted()
                .collect(Collectors.joining("; "));
        return tests + one.notApplicable();
    }
}
