package io.plugstream.model.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ext.javatime.deser.InstantDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * The JSON of topics and webhooks: timestamps as {@link Timestamps} writes them, null fields omitted, numbers never in
 * scientific notation. Unknown fields are ignored, so that a reader may be older than the writer.
 */
public final class Json {

    private static final JsonMapper MAPPER = configure(JsonMapper.builder())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private Json() {}

    /**
     * The shared mapper; immutable and thread-safe. It keeps all digits of a number, so a short number with a large
     * exponent would become a long one: it is not for JSON of strangers.
     */
    public static JsonMapper mapper() {
        return MAPPER;
    }

    /** Makes another mapper, such as an HTTP server's, spell values in the same way. */
    public static JsonMapper.Builder configure(JsonMapper.Builder builder) {
        SimpleModule spelling = new SimpleModule("plugstream")
                .addSerializer(Instant.class, new MillisecondInstant())
                .addDeserializer(Instant.class, new AnyInstant());
        return builder.addModule(spelling)
                .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
                .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
                .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS);
    }

    private static final class MillisecondInstant extends StdSerializer<Instant> {

        MillisecondInstant() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant value, JsonGenerator generator, SerializationContext context) {
            generator.writeString(Timestamps.format(value));
        }
    }

    /** Parses timestamps in our own format faster; Jackson parses all others. */
    private static final class AnyInstant extends StdDeserializer<Instant> {

        AnyInstant() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser parser, DeserializationContext context) {
            if (parser.currentToken() == JsonToken.VALUE_STRING) {
                Instant ours = Timestamps.parse(parser.getString());
                if (ours != null) {
                    return ours;
                }
            }
            return InstantDeserializer.INSTANT.deserialize(parser, context);
        }
    }
}
