package io.plugstream.gateway.payload;

import io.plugstream.gateway.ocpp.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One way to make a payload invalid, and the correct error code for it. */
public enum Fault {
    MISSING_FIELD(ErrorCode.OCCURENCE_CONSTRAINT_VIOLATION),
    TOO_FEW(ErrorCode.OCCURENCE_CONSTRAINT_VIOLATION),
    TOO_MANY(ErrorCode.OCCURENCE_CONSTRAINT_VIOLATION),
    OUT_OF_RANGE(ErrorCode.PROPERTY_CONSTRAINT_VIOLATION),
    UNKNOWN_FIELD(ErrorCode.FORMATION_VIOLATION),
    WRONG_TYPE(ErrorCode.TYPE_CONSTRAINT_VIOLATION),
    NULL(ErrorCode.TYPE_CONSTRAINT_VIOLATION),
    FRACTION(ErrorCode.TYPE_CONSTRAINT_VIOLATION),
    WRONG_ELEMENT(ErrorCode.TYPE_CONSTRAINT_VIOLATION),
    TOO_LONG(ErrorCode.PROPERTY_CONSTRAINT_VIOLATION),
    NOT_IN_ENUM(ErrorCode.PROPERTY_CONSTRAINT_VIOLATION),
    NO_TIME(ErrorCode.PROPERTY_CONSTRAINT_VIOLATION);

    private static final int FEW = 4;
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<String> NO_TIMES = List.of(
            "",
            "now",
            "2026-01-31",
            "09:00:00Z",
            "2026-02-30T09:00:00Z",
            "2026-13-31T09:00:00Z",
            "2026-01-31T24:00:00Z",
            "2026-01-31T09:60:00Z",
            "2026-01-31T09:00:60Z",
            "2026-01-31T09:00:00.Z",
            "2026-01-31T09:00:00+24:00",
            "2026-01-31T09:00:00Z+01:00",
            "26-01-31T09:00:00Z",
            "2026-01-31T09:00:00 Z",
            "1769850000");

    private final ErrorCode code;

    Fault(ErrorCode code) {
        this.code = code;
    }

    public ErrorCode code() {
        return code;
    }

    /** Applies the fault to one place of {@code payload}, if there is a suitable one. */
    public boolean breakOne(MessageGenerator generator, JsonNode schema, ObjectNode payload) {
        List<Place> places = new ArrayList<>();
        collect(schema, schema, payload, places);
        List<Place> fitting = places.stream().filter(this::fits).toList();
        if (fitting.isEmpty()) {
            return false;
        }
        apply(generator, generator.oneOf(fitting));
        return true;
    }

    /** A field of an object, present or not; without a name, the object itself. */
    private record Place(ObjectNode object, Optional<String> name, JsonNode schema, boolean required) {

        boolean isThere() {
            return name.isPresent() && object.has(name.get());
        }

        void set(JsonNode value) {
            object.set(name.orElseThrow(), value);
        }

        boolean is(String type) {
            return isThere() && schema.path("type").stringValue("").equals(type);
        }
    }

    private static void collect(JsonNode root, JsonNode schema, ObjectNode object, List<Place> places) {
        places.add(new Place(object, Optional.empty(), schema, false));
        schema.path("properties").properties().forEach(property -> {
            String name = property.getKey();
            JsonNode type = MessageGenerator.resolve(root, property.getValue());
            boolean required = schema.path("required")
                    .valueStream()
                    .anyMatch(one -> one.stringValue().equals(name));
            places.add(new Place(object, Optional.of(name), type, required));
            if (object.path(name) instanceof ObjectNode child && type.has("properties")) {
                collect(root, type, child, places);
            }
            object.path(name).valueStream().filter(_ -> type.has("items")).forEach(element -> {
                if (element instanceof ObjectNode child) {
                    collect(root, MessageGenerator.resolve(root, type.get("items")), child, places);
                }
            });
        });
    }

    private boolean fits(Place place) {
        return switch (this) {
            case MISSING_FIELD -> place.required() && place.isThere();
            case UNKNOWN_FIELD ->
                place.name().isEmpty()
                        && !place.schema().path("additionalProperties").asBoolean(true);
            case TOO_FEW -> place.is("array") && place.schema().path("minItems").asInt(0) > 0;
            case TOO_MANY ->
                place.is("array") && place.schema().path("maxItems").asInt(FEW + 1) <= FEW;
            case OUT_OF_RANGE -> place.is("integer") && place.schema().has("minimum");
            case WRONG_TYPE, NULL -> place.name().isPresent() && place.schema().has("type");
            case FRACTION -> place.is("integer");
            case WRONG_ELEMENT ->
                place.is("array")
                        && place.object().path(place.name().orElseThrow()).isArray()
                        && !place.schema()
                                .get("items")
                                .path("type")
                                .stringValue("")
                                .equals("string");
            case TOO_LONG -> place.is("string") && place.schema().has("maxLength");
            case NOT_IN_ENUM -> place.is("string") && place.schema().has("enum");
            case NO_TIME -> place.is("string") && place.schema().has("format");
        };
    }

    private void apply(MessageGenerator generator, Place place) {
        switch (this) {
            case MISSING_FIELD -> place.object().remove(place.name().orElseThrow());
            case UNKNOWN_FIELD -> place.object().put(generator.oneOf(unknownNames(place.schema())), 1);
            case TOO_FEW -> place.set(JSON.arrayNode());
            case TOO_MANY -> {
                ArrayNode array = (ArrayNode) place.object().get(place.name().orElseThrow());
                while (!array.isEmpty()
                        && array.size() <= place.schema().get("maxItems").asInt()) {
                    array.add(array.get(0).deepCopy());
                }
            }
            case OUT_OF_RANGE ->
                place.set(JSON.numberNode(generator.oneOf(
                        List.of(-1, place.schema().path("maximum").asInt(-2) + 1))));
            case WRONG_TYPE ->
                place.set(otherThan(generator, place.schema().path("type").stringValue("")));
            case NULL -> place.set(JSON.nullNode());
            case FRACTION -> place.set(JSON.numberNode(1.5));
            case WRONG_ELEMENT ->
                spoil((ArrayNode) place.object().get(place.name().orElseThrow()), generator.oneOf(scalars()));
            case TOO_LONG ->
                place.set(JSON.stringNode(
                        generator.text(place.schema().get("maxLength").intValue() + 1)));
            case NOT_IN_ENUM ->
                place.set(JSON.stringNode(generator.oneOf(List.of(
                        "",
                        "NoSuchWord",
                        place.schema().get("enum").get(0).stringValue().toLowerCase(Locale.ROOT) + ' '))));
            case NO_TIME -> place.set(JSON.stringNode(generator.oneOf(NO_TIMES)));
        }
    }

    private static List<String> unknownNames(JsonNode schema) {
        return schema.path("properties").has("customData")
                ? List.of("more", "idtag", "CustomData", "")
                : List.of("more", "idtag", "customData", "");
    }

    /** Keeps the length, because another length could be another fault. */
    private static void spoil(ArrayNode array, JsonNode element) {
        if (array.isEmpty()) {
            array.add(element);
        } else {
            array.set(array.size() - 1, element);
        }
    }

    private static JsonNode otherThan(MessageGenerator generator, String type) {
        List<JsonNode> others = new ArrayList<>();
        if (!type.equals("boolean")) {
            others.add(JSON.booleanNode(true));
        }
        if (!type.equals("object")) {
            others.add(JSON.objectNode());
        }
        if (!type.equals("string")) {
            others.add(JSON.stringNode("7"));
        }
        if (!type.equals("integer") && !type.equals("number")) {
            others.add(JSON.numberNode(7));
        }
        if (!type.equals("array")) {
            others.add(JSON.arrayNode());
        }
        return generator.oneOf(others);
    }

    private static List<JsonNode> scalars() {
        return List.of(JSON.stringNode("x"), JSON.numberNode(7), JSON.nullNode(), JSON.arrayNode());
    }
}
