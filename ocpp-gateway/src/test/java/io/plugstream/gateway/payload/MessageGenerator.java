package io.plugstream.gateway.payload;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Generates payloads that a schema allows, as different from each other as possible. */
public final class MessageGenerator {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<String> TIMES = List.of(
            "2026-01-31T09:00:00Z",
            "2026-01-31T09:00:00.123456789Z",
            "2026-01-31T09:00:00.1+05:30",
            "2024-02-29T23:59:59-23:59",
            "2026-01-31t09:00:00z",
            "1970-01-01T00:00:00-00:00",
            "2016-12-31T23:59:60Z");
    private static final int[] CHARACTERS = {'a', 'Z', '7', ' ', '"', '\\', '\n', 0xE4, 0x20AC, 0x1F50C};
    private static final int LONGEST_FREE_TEXT = 40;
    private static final List<String> NUMBERS = List.of("0", "-1.5", "7", "1e-7", "12345678901234567890.125", "-0.0");
    private static final List<JsonNode> ANYTHING = List.of(
            JSON.nullNode(),
            JSON.stringNode("x"),
            JSON.numberNode(7),
            JSON.arrayNode(),
            JSON.objectNode().put("x", 1));

    private final Random random;

    public MessageGenerator(Random random) {
        this.random = random;
    }

    /** A value that {@code schema}, a part of {@code root}, allows. */
    public JsonNode valid(JsonNode root, JsonNode schema) {
        JsonNode resolved = resolve(root, schema);
        return switch (resolved.path("type").stringValue("")) {
            case "object" -> object(root, resolved);
            case "array" -> array(root, resolved);
            case "integer" -> integer(resolved);
            case "number" -> JSON.numberNode(new BigDecimal(oneOf(NUMBERS)));
            case "boolean" -> JSON.booleanNode(random.nextBoolean());
            case "" -> oneOf(ANYTHING);
            case "string" -> string(resolved);
            default -> throw new IllegalArgumentException("not a schema this generator knows: " + resolved);
        };
    }

    static JsonNode resolve(JsonNode root, JsonNode schema) {
        JsonNode reference = schema.path("$ref");
        return reference.isString() ? root.at(reference.stringValue().substring(1)) : schema;
    }

    /** Text of {@code length} characters, some of which take two UTF-16 units. */
    String text(int length) {
        return random.ints(length, 0, CHARACTERS.length)
                .mapToObj(index -> Character.toString(CHARACTERS[index]))
                .collect(Collectors.joining());
    }

    public <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private ObjectNode object(JsonNode root, JsonNode schema) {
        List<String> required = new ArrayList<>();
        schema.path("required").forEach(name -> required.add(name.stringValue()));
        ObjectNode object = JSON.objectNode();
        schema.path("properties").properties().forEach(property -> {
            if (required.contains(property.getKey()) || random.nextBoolean()) {
                object.set(property.getKey(), valid(root, property.getValue()));
            }
        });
        return object;
    }

    private ArrayNode array(JsonNode root, JsonNode schema) {
        JsonNode items = schema.get("items");
        ArrayNode array = JSON.arrayNode();
        int least = schema.path("minItems").asInt(0);
        int size = random.nextInt(least, Math.min(schema.path("maxItems").asInt(least + 3), least + 3) + 1);
        for (int i = 0; i < size; i++) {
            array.add(valid(root, items));
        }
        return array;
    }

    /** Sometimes written with a zero fraction, which JSON schema counts as an integer. */
    private JsonNode integer(JsonNode schema) {
        if (schema.has("maximum")) {
            return JSON.numberNode(random.nextInt(
                    schema.get("minimum").asInt(), schema.get("maximum").asInt() + 1));
        }
        int number = oneOf(List.of(0, 1, 7, Integer.MAX_VALUE, random.nextInt(Integer.MAX_VALUE)));
        return random.nextInt(8) == 0 ? JSON.numberNode(new BigDecimal(number + ".0")) : JSON.numberNode(number);
    }

    private JsonNode string(JsonNode schema) {
        if (schema.has("enum")) {
            return schema.get("enum").get(random.nextInt(schema.get("enum").size()));
        }
        if (schema.has("format")) {
            return JSON.stringNode(oneOf(TIMES));
        }
        int longest = schema.path("maxLength").intValue(LONGEST_FREE_TEXT);
        return JSON.stringNode(text(oneOf(List.of(0, 1, longest, random.nextInt(longest)))));
    }
}
