package io.plugstream.portal;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.parts.NpmModules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * TypeScript and ESLint check the portal's modules, with the types of calls from the OpenAPI description. Node runs the
 * tests that need no browser. Without Node or npm's registry the test is skipped with a notice, unless
 * {@code plugstream.tools=required}.
 */
class ModulesIT {

    private static final Path TOOLS = Path.of("src", "test", "node");
    private static final Path API = Path.of("..", "api-service", "src", "main", "resources", "openapi", "openapi.yaml");
    private static final String MODULES = "src/main/resources/portal/assets";

    private static Path tools;

    @BeforeAll
    static void install() throws Exception {
        Optional<Path> installed = NpmModules.installLocked(TOOLS);
        if (installed.isEmpty()) {
            String notice = "NOTICE: TypeScript and ESLint are not available, so the portal's modules are not checked";
            assertThat(System.getProperty("plugstream.tools")).as(notice).isNotEqualTo("required");
            System.out.println(notice);
            Assumptions.abort(notice);
        }
        tools = installed.orElseThrow();
    }

    @Test
    void typesAreRightAndCallsAreThoseOfTheDescription() throws Exception {
        Path types = tools.resolve("api.d.ts");
        Run made = run("openapi-typescript/bin/cli.js", API.toString(), "--empty-objects-unknown", "--output=" + types);
        assertThat(made.status()).as(made.output()).isZero();
        Run checked = run("typescript/bin/tsc", "--project", tools.toString(), "--pretty", "false");
        assertThat(checked.output()).isEmpty();
        assertThat(checked.status()).isZero();
    }

    @Test
    void linterFindsNothing() throws Exception {
        Path rules = tools.resolve("eslint.config.js");
        Run checked = run(
                "eslint/bin/eslint.js", "--config", rules.toString(), "--max-warnings", "0", MODULES, TOOLS.toString());
        assertThat(checked.output()).isEmpty();
        assertThat(checked.status()).isZero();
    }

    /** Runs the tests beside the tools. The modules are copied there, because Node finds npm's packages there. */
    @Test
    void modulesDoWhatTheyPromise() throws Exception {
        copy(Path.of(MODULES), tools.resolve("assets"));
        List<String> tests;
        try (Stream<Path> files = Files.list(TOOLS)) {
            tests = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".test.js"))
                    .sorted()
                    .toList();
        }
        assertThat(tests).isNotEmpty();
        Run tried = node(Stream.concat(
                Stream.of("--test"),
                tests.stream().map(name -> tools.resolve(name).toString())));
        assertThat(tried.status()).as(tried.output()).isZero();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** Browsers get the version from Maven, and the types come from the version from npm. */
    @ParameterizedTest
    @ValueSource(strings = {"lit", "lit-html", "lit-element"})
    void typesAreOfTheVersionThatIsServed(String name) throws IOException {
        String webJar = "/META-INF/maven/org.webjars.npm/%s/pom.properties".formatted(name);
        try (var properties = ModulesIT.class.getResourceAsStream(webJar)) {
            String served =
                    new String(Objects.requireNonNull(properties, webJar).readAllBytes(), StandardCharsets.UTF_8);
            String version = served.lines()
                    .filter(line -> line.startsWith("version="))
                    .findFirst()
                    .orElseThrow()
                    .substring("version=".length());
            assertThat(Files.readString(tools.resolve("node_modules/" + name + "/package.json")))
                    .contains("\"version\": \"" + version + '"');
        }
    }

    private record Run(int status, String output) {}

    /** Runs a script of an installed package in this module's folder. */
    private static Run run(String script, String... arguments) throws IOException, InterruptedException {
        return node(
                Stream.concat(Stream.of(tools.resolve("node_modules/" + script).toString()), Stream.of(arguments)));
    }

    private static Run node(Stream<String> arguments) throws IOException, InterruptedException {
        List<String> command = Stream.concat(Stream.of("node"), arguments).toList();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }
}
