package io.plugstream.model.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * The JSON of topics and webhooks: timestamps as {@link Timestamps} writes them, absent fields left out, numbers never
 * in scientific notation. Unknown fields are ignored, so that a reader may be older than the writer.
 */
public final class Json {

    private static final JsonMapper MAPPER = configure(JsonMapper.builder())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private Json() {}

    /** The shared mapper; immutable and safe for use by many threads. */
    public static JsonMapper mapper() {
        return MAPPER;
    }

    /** Gives another mapper, such as an HTTP server's, the same spelling of values. */
    public static JsonMapper.Builder configure(JsonMapper.Builder builder) {
        return builder.addModule(new SimpleModule("plugstream").addSerializer(Instant.class, new MillisecondInstant()))
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
}
