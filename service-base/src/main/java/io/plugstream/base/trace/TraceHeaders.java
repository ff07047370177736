package io.plugstream.base.trace;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The trace context in a record's headers (W3C Trace Context, section 3). It is validated when a span
 * {@linkplain Traces#follow follows} it, not here.
 *
 * @param traceparent ids and flags; null if the record has no trace
 * @param tracestate vendor-specific additions
 */
public record TraceHeaders(
        @Nullable String traceparent, @Nullable String tracestate) {

    static final String TRACEPARENT = "traceparent";
    static final String TRACESTATE = "tracestate";

    private static final TraceHeaders NONE = new TraceHeaders(null, null);

    /** The trace context of a consumed record. */
    public static TraceHeaders of(Headers record) {
        String traceparent = value(record, TRACEPARENT);
        return traceparent == null ? NONE : new TraceHeaders(traceparent, value(record, TRACESTATE));
    }

    @Nullable
    String get(String name) {
        return switch (name) {
            case TRACEPARENT -> traceparent;
            case TRACESTATE -> tracestate;
            default -> null;
        };
    }

    private static @Nullable String value(Headers record, String name) {
        @Nullable Header header = record.lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.US_ASCII);
    }
}
