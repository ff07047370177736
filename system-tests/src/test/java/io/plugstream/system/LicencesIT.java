package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Shipped libraries must have licences that are compatible with the Apache licence, according to the bills of
 * materials.
 */
class LicencesIT {

    /** SPDX identifiers of allowed licences. If a library offers several licences, one of these is enough. */
    private static final Set<String> ALLOWED = Set.of(
            "Apache-2.0",
            "MIT",
            "MIT-0",
            "BSD-2-Clause",
            "BSD-3-Clause",
            "0BSD",
            "CC0-1.0",
            "Unlicense",
            "PostgreSQL",
            "EPL-1.0",
            "EPL-2.0",
            "LGPL-2.1-only",
            "LGPL-2.1-or-later",
            "GPL-2.0-with-classpath-exception");

    /** Looked up by hand, because their POMs name no licence or not in standard form. */
    private static final Map<String, String> KNOWN = Map.of("com.google.re2j:re2j", "BSD-3-Clause");

    @ParameterizedTest
    @ValueSource(
            strings = {"api-service", "ocpp-gateway", "quota-service", "webhook-dispatcher", "sandbox", "local-stack"})
    void everyLibraryHasALicenceThatIsAllowed(String module) throws Exception {
        Path bill = Path.of("..", module, "target", "classes", "META-INF", "sbom", "application.cdx.json");
        JsonNode components = Json.mapper().readTree(Files.readString(bill)).path("components");

        assertThat(components.size()).as("libraries of " + module).isGreaterThan(20);
        assertThat(refused(components)).isEmpty();
    }

    /** plug has few libraries, so their number is not checked. */
    @Test
    void everyLibraryOfPlugHasALicenceThatIsAllowed() throws Exception {
        Path bill = Path.of("..", "plug-cli", "target", "classes", "META-INF", "sbom", "application.cdx.json");
        JsonNode components = Json.mapper().readTree(Files.readString(bill)).path("components");

        assertThat(components
                        .valueStream()
                        .map(component -> component.path("name").asString()))
                .contains("picocli", "jackson-databind");
        assertThat(refused(components)).isEmpty();
    }

    private static List<String> refused(JsonNode components) {
        List<String> refused = new ArrayList<>();
        for (JsonNode component : components) {
            String name = component.path("group").asString()
                    + ':'
                    + component.path("name").asString();
            List<String> licences = licences(component).toList();
            if (!name.startsWith("io.plugstream:")
                    && Stream.concat(licences.stream(), Stream.ofNullable(KNOWN.get(name)))
                            .noneMatch(ALLOWED::contains)) {
                refused.add(name + ' ' + licences);
            }
        }
        return refused;
    }

    private static Stream<String> licences(JsonNode component) {
        return component
                .path("licenses")
                .valueStream()
                .flatMap(one -> one.has("expression")
                        ? Stream.of(one.path("expression").asString().split(" OR "))
                        : Stream.of(one.path("license")
                                .path("id")
                                .asString(one.path("license").path("name").asString())));
    }
}
