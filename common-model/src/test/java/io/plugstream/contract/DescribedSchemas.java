package io.plugstream.contract;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import io.plugstream.model.json.Json;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A published document, OpenAPI or AsyncAPI, whose schemas judge values. */
public final class DescribedSchemas {

    private static final String LOCATION = "https://plugstream.example/description.json";

    private final JsonNode root;
    private final SchemaRegistry registry;

    public DescribedSchemas(String json) {
        this.root = Json.mapper().readTree(json);
        this.registry = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                builder -> builder.schemas(Map.of(LOCATION, json))
                        .schemaRegistryConfig(SchemaRegistryConfig.builder()
                                .formatAssertionsEnabled(true)
                                .build()));
    }

    public JsonNode root() {
        return root;
    }

    /** What {@code node} is, or refers to. */
    public JsonNode resolve(JsonNode node) {
        JsonNode reference = node.path("$ref");
        return reference.isString() ? resolve(root.at(reference.stringValue().substring(1))) : node;
    }

    /** What is wrong with {@code value}, in words; empty if the schema allows it. */
    public List<String> faults(JsonNode schema, JsonNode value) {
        ObjectNode located = absolute(schema);
        List<Error> errors = registry.getSchema(SchemaLocation.of(LOCATION + "/" + located.hashCode()), located)
                .validate(value);
        return errors.stream().map(Error::toString).toList();
    }

    /** The same schema where its references are understood from anywhere. */
    private static ObjectNode absolute(JsonNode schema) {
        String text =
                Json.mapper().writeValueAsString(schema).replace("\"$ref\":\"#/", "\"$ref\":\"" + LOCATION + "#/");
        return (ObjectNode) Json.mapper().readTree(text);
    }
}
