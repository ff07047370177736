package io.plugstream.model.sandbox;

import io.plugstream.model.json.Json;
import java.io.StringWriter;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;

/** Reads any JSON value as its text, which takes a fraction of a tree's memory. */
final class RawJson extends StdDeserializer<String> {

    RawJson() {
        super(String.class);
    }

    @Override
    public String deserialize(JsonParser parser, DeserializationContext context) {
        var text = new StringWriter();
        try (var generator = Json.mapper().createGenerator(text)) {
            generator.copyCurrentStructure(parser);
        }
        return text.toString();
    }
}
