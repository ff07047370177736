package io.plugstream.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.convert.DurationStyle;

/** The settings of the services, as described by their builds, and of Spring Boot. */
record Settings(List<Setting> ours, Set<String> others, JsonNode shared) {

    /** The path of setting descriptions, in jars and in compiled classes. */
    private static final String METADATA = "META-INF/spring-configuration-metadata.json";

    static final List<String> MODULES =
            List.of("service-base", "api-service", "ocpp-gateway", "quota-service", "sandbox", "webhook-dispatcher");
    private static final ObjectMapper JSON = new ObjectMapper();

    /** @param module where it is declared: the service, or service-base */
    record Setting(String module, String name, String type, String description, String standard) {

        /** The environment variable for it. */
        String variable() {
            return Settings.variable(name);
        }
    }

    static Settings read() throws IOException {
        List<Setting> ours = new ArrayList<>();
        for (String module : MODULES) {
            Path file = Path.of("..", module, "target/classes", METADATA);
            for (JsonNode property : JSON.readTree(Files.readString(file)).path("properties")) {
                ours.add(new Setting(
                        module,
                        property.path("name").asText(),
                        property.path("type").asText(),
                        property.path("description").asText(),
                        standard(property.path("defaultValue"))));
            }
        }
        List<Setting> known = List.copyOf(ours);
        return new Settings(known, springBoot(), sharedDefaults());
    }

    private static Set<String> springBoot() throws IOException {
        List<String> names = new ArrayList<>();
        for (URL url : Collections.list(Settings.class.getClassLoader().getResources(METADATA))) {
            try (InputStream metadata = url.openStream()) {
                for (JsonNode property : JSON.readTree(metadata).path("properties")) {
                    names.add(property.path("name").asText());
                }
            }
        }
        return Set.copyOf(names);
    }

    private static JsonNode sharedDefaults() throws IOException {
        return StrictYaml.documents(
                        Files.readString(Path.of("../service-base/src/main/resources/service-defaults.yaml")))
                .getFirst();
    }

    private static String standard(JsonNode value) {
        return value.isArray()
                ? Stream.iterate(0, index -> index + 1)
                        .limit(value.size())
                        .map(index -> value.path(index).asText())
                        .collect(Collectors.joining(", "))
                : value.asText();
    }

    /** A value in the defaults that all services share. */
    String text(String pointer) {
        return shared.at(pointer).asText();
    }

    Duration defaultOf(String name) {
        return ours.stream()
                .filter(setting -> setting.name().equals(name))
                .map(setting -> DurationStyle.detectAndParse(setting.standard()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name));
    }

    /** Whether a service, or Spring Boot in it, reads this environment variable. */
    boolean knows(String variable) {
        return ours.stream().anyMatch(setting -> setting.variable().equals(variable))
                || others.stream().map(Settings::variable).anyMatch(variable::equals)
                // This map passes any setting to the Kafka clients.
                || variable.startsWith("SPRING_KAFKA_PROPERTIES_");
    }

    private static String variable(String property) {
        return property.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
    }
}
