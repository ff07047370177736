package io.plugstream.api.log;

import io.micrometer.observation.Observation;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.handler.TracingObservationHandler.TracingContext;
import io.plugstream.base.trace.Traces;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.util.context.ContextView;

/** Writes the trace context of HTTP requests into record headers. */
@Component
final class RequestTraces {

    private final Traces traces;

    RequestTraces(Traces traces) {
        this.traces = traces;
    }

    /**
     * Writes the span of the request, if there is one.
     *
     * @param request the subscriber's context, in which WebFlux keeps the request's observation
     */
    void write(ContextView request, Headers record) {
        @Nullable Span span = span(request);
        if (span != null) {
            traces.write(span, record);
        }
    }

    private static @Nullable Span span(ContextView request) {
        @Nullable Observation observation = request.getOrDefault(ObservationThreadLocalAccessor.KEY, null);
        @Nullable
        TracingContext traced =
                observation == null ? null : observation.getContextView().get(TracingContext.class);
        return traced == null ? null : traced.getSpan();
    }
}
