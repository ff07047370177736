package io.plugstream.gateway.payload;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import io.plugstream.model.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * The JSON schemas of an OCPP version. Their licence does not allow them in this repository, so the first run downloads
 * them from an npm package to {@code target}.
 */
public final class OfficialSchemas {

    private static final String PACKAGE = "ocpp-rpc@2.2.1";
    private static final Path HOME = Path.of("target", "ocpp-schemas");
    private static final Path FILES = HOME.resolve(Path.of("package", "lib", "schemas"));
    private static final String REQUEST = ".req";
    private static final String RESPONSE = ".conf";

    private final Map<String, JsonNode> definitions = new HashMap<>();
    private final Map<String, Schema> schemas = new HashMap<>();

    private OfficialSchemas(JsonNode all) {
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_7,
                builder -> builder.schemaRegistryConfig(SchemaRegistryConfig.builder()
                        .formatAssertionsEnabled(true)
                        .build()));
        for (JsonNode schema : all) {
            String id = schema.get("$id").stringValue();
            String name = id.substring("urn:".length());
            definitions.put(name, schema);
            schemas.put(name, registry.getSchema(SchemaLocation.of(id), schema));
        }
    }

    /** The schemas of {@code version}; empty, with a notice, if npm or the registry is unavailable. */
    public static Optional<OfficialSchemas> obtain(String version) throws InterruptedException {
        try {
            Path file = FILES.resolve(version + ".json");
            if (Files.notExists(file)) {
                Files.createDirectories(HOME);
                run("npm", "pack", PACKAGE, "--silent");
                run("tar", "-xzf", archive().getFileName().toString());
            }
            return Optional.of(new OfficialSchemas(Json.mapper().readTree(Files.readString(file))));
        } catch (IOException e) {
            System.out.println(
                    "NOTICE: validation is not compared with the official schemas, because " + e.getMessage());
            return Optional.empty();
        }
    }

    /** The schema of an action's request. */
    public JsonNode definition(String action) {
        return Objects.requireNonNull(definitions.get(action + REQUEST), action);
    }

    /** Whether the schema of {@code action} allows {@code payload}. */
    public boolean allows(String action, JsonNode payload) {
        return judge(action + REQUEST, payload);
    }

    /** Whether the schema of the answer to {@code action} allows {@code payload}. */
    public boolean allowsAnswer(String action, JsonNode payload) {
        return judge(action + RESPONSE, payload);
    }

    private boolean judge(String name, JsonNode payload) {
        return Objects.requireNonNull(schemas.get(name), name).validate(payload).isEmpty();
    }

    private static Path archive() throws IOException {
        try (var files = Files.list(HOME)) {
            return files.filter(file -> file.toString().endsWith(".tgz"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("npm left no archive"));
        }
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(command))
                .directory(HOME.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(command[0] + " took too long");
        }
        if (process.exitValue() != 0) {
            throw new IOException(command[0] + " failed");
        }
    }
}
