package io.plugstream.base.trace;

import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Spans of work that is not an HTTP request, and their propagation between records (ADR 33, 36). */
public final class Traces {

    private static final Tracer.SpanInScope NO_SCOPE = () -> {};

    private final Tracer tracer;
    private final Propagator propagator;
    private final boolean recorded;

    /** {@code recorded} is whether spans are exported; if not, {@link #begin} begins no trace. */
    public Traces(Tracer tracer, Propagator propagator, boolean recorded) {
        this.tracer = tracer;
        this.propagator = propagator;
        this.recorded = recorded;
    }

    /**
     * Begins a trace if traces are recorded. Otherwise the span is {@link Span#NOOP}, and records written in it have no
     * trace. The caller ends the span.
     */
    public Span begin(String name, Span.Kind kind) {
        if (!recorded) {
            return Span.NOOP;
        }
        return tracer.spanBuilder().name(name).kind(kind).start();
    }

    /** Begins a child of the span in {@code origin}, or a new trace if there is none. The caller ends the span. */
    public Span follow(TraceHeaders origin, String name, Span.Kind kind) {
        return propagator
                .extract(origin, TraceHeaders::get)
                .name(name)
                .kind(kind)
                .start();
    }

    /** Makes {@code span} the current span of this thread until the scope is closed. */
    public Tracer.SpanInScope enter(Span span) {
        if (Span.NOOP.equals(span)) {
            return NO_SCOPE;
        }
        return tracer.withSpan(span);
    }

    /** Writes the current span of this thread, if any, into a record's headers. */
    public void write(Headers record) {
        @Nullable TraceContext context = tracer.currentTraceContext().context();
        if (context != null) {
            propagator.inject(context, record, Traces::add);
        }
    }

    /** Writes {@code span} into a record's headers. */
    public void write(Span span, Headers record) {
        propagator.inject(span.context(), record, Traces::add);
    }

    /** Writes {@code span} into a request's headers; {@code header} takes names and values. */
    public void write(Span span, BiConsumer<String, String> header) {
        propagator.inject(span.context(), header, (_, name, value) -> header.accept(name, value));
    }

    private static void add(@Nullable Headers record, String name, String value) {
        Objects.requireNonNull(record).add(name, value.getBytes(StandardCharsets.US_ASCII));
    }
}
