package io.plugstream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** docker-compose.yml and the Dockerfiles use only names that exist in the code, the poms and .env.example. */
class ContainersTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)[:}]");
    private static final Pattern COPIED = Pattern.compile("(?m)^COPY (?!--from)(\\S+) ");
    private static final Pattern FROM = Pattern.compile("(?m)^FROM (\\S+)");
    private static final Pattern PREFIX = Pattern.compile("@ConfigurationProperties\\((?:prefix = )?\"([^\"]+)\"");
    private static final Pattern COMPONENT = Pattern.compile("\\b[a-z]\\w+\\b");
    /** Settings of Spring Boot and the JVM that application.yaml does not contain. */
    private static final Set<String> OTHERS =
            Set.of("spring.r2dbc.password", "spring.flyway.password", "java.tool.options");

    private static final String PORTAL = "http://localhost:${PLUGSTREAM_API_PORT:-8080}";

    private static final JsonNode COMPOSE = yaml("docker-compose.yml").path("services");

    /** Docker's default never deletes logs. */
    @Test
    void everyContainersLogIsLimited() {
        assertThat(COMPOSE)
                .isNotEmpty()
                .allSatisfy(container -> assertThat(
                                container.at("/logging/options/max-size").asText())
                        .isEqualTo("50m"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"api-service", "ocpp-gateway", "quota-service", "sandbox", "webhook-dispatcher"})
    void everyVariableOfAServiceIsOneOfItsProperties(String service) {
        Set<String> known = properties(service);

        assertThat(COMPOSE.path(service).path("environment").fieldNames())
                .toIterable()
                .hasSizeGreaterThan(1)
                .allSatisfy(variable -> assertThat(known).contains(normalised(variable)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"api-service", "ocpp-gateway", "quota-service", "sandbox", "webhook-dispatcher"})
    void anImagesManagementPortIsTheServicesDefaultAndPrometheusTarget(String service) {
        JsonNode build = COMPOSE.path(service).path("build").path("args");
        String port = build.path("PORT").asText();

        assertThat(build.path("MODULE").asText()).isEqualTo(service);
        assertThat(text(service + "/src/main/resources/application.yaml")).contains("port: " + port);
        assertThat(text("deploy/prometheus/prometheus.yml")).contains('"' + service + ':' + port + '"');
    }

    @Test
    void publishedPortsAreThoseThatTheServicesListenOn() {
        assertThat(published("api-service"))
                .isEqualTo(yaml("api-service/src/main/resources/application.yaml")
                        .at("/server/port")
                        .asText());
        assertThat(published("ocpp-gateway"))
                .isEqualTo(yaml("ocpp-gateway/src/main/resources/application.yaml")
                        .at("/server/port")
                        .asText());
        assertThat(COMPOSE.path("identity").path("command").toString())
                .contains("http://identity:" + published("identity"))
                .contains("--browser-url=http://localhost:${PLUGSTREAM_IDENTITY_PORT:-" + published("identity"))
                .contains("--portal=" + PORTAL);
        assertThat(COMPOSE.path("api-service")
                        .path("environment")
                        .path("PLUGSTREAM_PORTAL_URL")
                        .asText())
                .isEqualTo(PORTAL);
    }

    @Test
    void thirdPartyImagesHaveTheVersionsOfTheBuild() {
        List<String> images = Stream.of(COMPOSE)
                .flatMap(services -> services.findValuesAsText("image").stream())
                .filter(image -> !image.startsWith("plugstream/"))
                .toList();

        assertThat(images)
                .hasSize(4)
                .anyMatch(image -> image.startsWith("apache/kafka:" + property("kafka.server.version") + '@'))
                .anyMatch(image -> image.startsWith(
                        "postgres:" + property("postgres-binaries.version").split("\\.", 2)[0] + '.'));
        assertThat(dockerfiles())
                .allMatch(file -> FROM.matcher(file)
                        .results()
                        .allMatch(from -> from.group(1).equals("${BASE}")));
        assertThat(COMPOSE)
                .filteredOn(service -> service.has("build"))
                .hasSize(7)
                .allMatch(service -> service.at("/build/args/BASE")
                        .asText()
                        .startsWith("${PLUGSTREAM_BASE_IMAGE:-eclipse-temurin:"));
    }

    @Test
    void theBuildToolHasAChecksum() {
        assertThat(text(".mvn/wrapper/maven-wrapper.properties").lines())
                .anyMatch(line -> line.matches("distributionSha256Sum=[0-9a-f]{64}"))
                .anyMatch(line -> line.matches("distributionUrl=https://.+"))
                .as("the wrapper is only a script, so no other jar is loaded")
                .contains("distributionType=only-script");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "identity",
                "api-service",
                "ocpp-gateway",
                "plug",
                "quota-service",
                "sandbox",
                "webhook-dispatcher"
            })
    void ourContainersRunWithLeastPrivileges(String service) {
        assertThat(COMPOSE.path(service).path("read_only").asBoolean()).isTrue();
        assertThat(COMPOSE.path(service).path("cap_drop").toString()).isEqualTo("[\"ALL\"]");
        assertThat(COMPOSE.path(service).path("security_opt").toString()).contains("no-new-privileges:true");
        assertThat(COMPOSE.path(service).path("mem_limit").asText()).isNotBlank();
    }

    @Test
    void ourImagesRunAsANumberedUserAndServersHaveAHealthCheck() {
        assertThat(dockerfiles())
                .allSatisfy(file -> assertThat(file).contains("USER 10001:10001", "\nENTRYPOINT [\"java\""));
        assertThat(dockerfiles())
                .filteredOn(file -> file.contains("\nEXPOSE "))
                .hasSize(2)
                .allSatisfy(
                        file -> assertThat(file).contains("HEALTHCHECK", "io.plugstream.healthcheck.HealthCheck\""));
    }

    /** A JVM uses the compiled code in an AOT cache only with the collector that it was made with. */
    @Test
    void anImageIsTrainedWithTheCollectorThatItsContainersUse() {
        Stream<String> files = Stream.of(
                "deploy/docker/Dockerfile",
                "docker-compose.yml",
                "deploy/kubernetes/base/quota-service.yaml",
                "deploy/kubernetes/base/sandbox.yaml");

        assertThat(files.flatMap(file -> text(file).lines())
                        .filter(line -> line.matches(".*(-XX:AOTCacheOutput=|-XX:MaxRAMPercentage=).*")))
                .hasSize(6)
                .allMatch(line -> line.contains("-XX:+UseSerialGC "));
    }

    @Test
    void everyVariableIsInTheExample() {
        Set<String> used = VARIABLE.matcher(text("docker-compose.yml"))
                .results()
                .map(variable -> variable.group(1))
                .collect(Collectors.toSet());
        Set<String> described = text(".env.example")
                .lines()
                .filter(line -> line.matches("\\w+=.*"))
                .map(line -> line.substring(0, line.indexOf('=')))
                .collect(Collectors.toSet());

        assertThat(described).isEqualTo(used);
    }

    @Test
    void filesCopiedIntoAnImageAreNotIgnored() {
        String ignore = text(".dockerignore");

        assertThat(dockerfiles())
                .allSatisfy(file -> assertThat(COPIED.matcher(file).results().map(copied -> copied.group(1)))
                        .isNotEmpty()
                        .allSatisfy(path -> assertThat(ignore)
                                .contains('!'
                                        + path.replace("${MODULE}", "api-service")
                                                .replaceAll("/lib/$", "/lib/*.jar"))));
    }

    private static String published(String service) {
        return COMPOSE.path(service).path("ports").get(0).asText().replaceFirst(".*:", "");
    }

    private static String property(String name) {
        return Pattern.compile("<%1$s>(.*)</%1$s>".formatted(Pattern.quote(name)))
                .matcher(text("pom.xml"))
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> dockerfiles() {
        return Stream.of("Dockerfile", "identity.Dockerfile", "plug.Dockerfile")
                .map(name -> text("deploy/docker/" + name))
                .toList();
    }

    /** The properties in the configuration files and records of the service and of service-base. */
    private static Set<String> properties(String service) {
        Set<String> names = new TreeSet<>(OTHERS);
        for (Path file : sources(service)) {
            if (file.toString().endsWith(".yaml")) {
                new Yaml().loadAll(read(file)).forEach(document -> collect("", document, names));
            } else {
                collectRecord(read(file), names);
            }
        }
        return names;
    }

    private static List<Path> sources(String service) {
        return Stream.of(service, "service-base")
                .flatMap(ContainersTest::sourcesOf)
                .toList();
    }

    private static Stream<Path> sourcesOf(String module) {
        try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main"))) {
            return files
                    .filter(file ->
                            file.toString().matches(".*(Properties\\.java|application\\.yaml|service-defaults\\.yaml)"))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void collect(String prefix, Object value, Set<String> names) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, child) -> collect(prefix + '.' + key, child, names));
        } else {
            names.add(normalised(prefix.substring(1)));
        }
    }

    private static void collectRecord(String source, Set<String> names) {
        Matcher prefix = PREFIX.matcher(source);
        if (prefix.find()) {
            COMPONENT
                    .matcher(source)
                    .results()
                    .map(MatchResult::group)
                    .forEach(component -> names.add(normalised(prefix.group(1) + '.' + component)));
        }
    }

    /** Gives PLUGSTREAM_WEBHOOKADDRESS_ALLOWHTTP and plugstream.webhook-address.allow-http the same name. */
    private static String normalised(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '.').replace("-", "");
    }

    private static JsonNode yaml(String file) {
        Map<String, Object> merged = new HashMap<>();
        new Yaml().loadAll(text(file)).forEach(document -> merged.putAll(map(document)));
        return new ObjectMapper().valueToTree(merged);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object document) {
        return (Map<String, Object>) document;
    }

    private static String text(String file) {
        return read(ROOT.resolve(file));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
