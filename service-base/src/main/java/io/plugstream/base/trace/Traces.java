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

/** Spans of work that is not an HTTP request, and their way from record to record (ADR 0033, 0036). */
public final class Traces {

    private static final Tracer.SpanInScope NOWHERE = () -> {};

    private final Tracer tracer;
    private final Propagator propagator;
    private final boolean recorded;

    /** {@code recorded} tells whether there is a place for spans; without one nothing {@linkplain #begin begins}. */
    public Traces(Tracer tracer, Propagator propagator, boolean recorded) {
        this.tracer = tracer;
        this.propagator = propagator;
        this.recorded = recorded;
    }

    /**
     * Begins a trace, if traces are recorded; if not, the span is {@link Span#NOOP}, and records written in it have no
     * trace. Whoever begins it ends it.
     */
    public Span begin(String name, Span.Kind kind) {
        if (!recorded) {
            return Span.NOOP;
        }
        return tracer.spanBuilder().name(name).kind(kind).start();
    }

    /** Begins a span below the one that a record tells of, or a trace. Whoever begins it ends it. */
    public Span follow(TraceHeaders origin, String name, Span.Kind kind) {
        return propagator
                .extract(origin, TraceHeaders::get)
                .name(name)
                .kind(kind)
                .start();
    }

    /** Puts this thread into a span until the scope is closed. */
    public Tracer.SpanInScope enter(Span span) {
        if (Span.NOOP.equals(span)) {
            return NOWHERE;
        }
        return tracer.withSpan(span);
    }

    /** Writes above a record which span of this thread it comes from, if it comes from one. */
    public void write(Headers record) {
        @Nullable TraceContext context = tracer.currentTraceContext().context();
        if (context != null) {
            propagator.inject(context, record, Traces::add);
        }
    }

    /** Writes above a record which span it comes from. */
    public void write(Span span, Headers record) {
        propagator.inject(span.context(), record, Traces::add);
    }

    /** Writes which span a request comes from: {@code header} takes names and values. */
    public void write(Span span, BiConsumer<String, String> header) {
        propagator.inject(span.context(), header, (_, name, value) -> header.accept(name, value));
    }

    private static void add(@Nullable Headers record, String name, String value) {
        Objects.requireNonNull(record).add(name, value.getBytes(StandardCharsets.US_ASCII));
    }
}
