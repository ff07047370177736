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

/** An OpenAPI or AsyncAPI document, against whose schemas values are validated. */
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

    /** Resolves {@code node} if it is a reference. */
    public JsonNode resolve(JsonNode node) {
        JsonNode reference = node.path("$ref");
        return reference.isString() ? resolve(root.at(reference.stringValue().substring(1))) : node;
    }

    /** The validation errors of {@code value}; empty if it is valid. */
    public List<String> faults(JsonNode schema, JsonNode value) {
        ObjectNode located = absolute(schema);
        List<Error> errors = registry.getSchema(SchemaLocation.of(LOCATION + "/" + located.hashCode()), located)
                .validate(value);
        return errors.stream().map(Error::toString).toList();
    }

    /** The same schema with absolute references. */
    private static ObjectNode absolute(JsonNode schema) {
        String text =
                Json.mapper().writeValueAsString(schema).replace("\"$ref\":\"#/", "\"$ref\":\"" + LOCATION + "#/");
        return (ObjectNode) Json.mapper().readTree(text);
    }
}
