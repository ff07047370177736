package io.plugstream.contract;

import io.plugstream.model.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Validates records against {@code docs/asyncapi.yaml}. */
public final class DescribedTopics {

    private static final Path FILE = Path.of("..", "docs", "asyncapi.yaml");

    private final DescribedSchemas schemas = new DescribedSchemas(read());

    /** The names of all described topics. */
    public Set<String> names() {
        Set<String> names = new TreeSet<>();
        channels().forEach(channel -> names.add(channel.path("address").stringValue()));
        return names;
    }

    public DescribedSchemas schemas() {
        return schemas;
    }

    /** The validation errors of a record. A null value is a tombstone, which compacted topics allow. */
    public List<String> faults(String topic, byte @Nullable [] key, byte @Nullable [] value) {
        JsonNode message = message(topic);
        if (message.isMissingNode()) {
            return List.of(topic + " is not described");
        }
        List<String> faults =
                new ArrayList<>(keyFaults(message.path("bindings").path("kafka").path("key"), key));
        if (value != null) {
            faults.addAll(schemas.faults(message.path("payload"), Json.mapper().readTree(value)));
        }
        return faults;
    }

    private List<String> keyFaults(JsonNode schema, byte @Nullable [] key) {
        if (key == null || schema.isMissingNode()) {
            return key == null && schema.isMissingNode()
                    ? List.of()
                    : List.of("a key is there, or is not, unlike described");
        }
        String text = new String(key, StandardCharsets.UTF_8);
        return schemas.faults(schema, JsonNodeFactory.instance.stringNode(text));
    }

    private JsonNode message(String topic) {
        for (JsonNode channel : channels()) {
            if (channel.path("address").stringValue().equals(topic)) {
                return schemas.resolve(channel.path("messages").iterator().next());
            }
        }
        return JsonNodeFactory.instance.missingNode();
    }

    private JsonNode channels() {
        return schemas.root().path("channels");
    }

    private static String read() {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        options.setMaxAliasesForCollections(1_000);
        try {
            Object document = new Yaml(new SafeConstructor(options)).load(Files.readString(FILE));
            return Json.mapper().writeValueAsString(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
