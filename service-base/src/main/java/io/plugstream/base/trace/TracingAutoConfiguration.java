package io.plugstream.base.trace;

import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** Tracing as all services have it: context is always passed on, spans are recorded when there is a place for them. */
@AutoConfiguration(before = OpenTelemetryTracingAutoConfiguration.class)
public class TracingAutoConfiguration {

    /**
     * By the trace's id alone, so that all services agree without having to obey a flag: a caller's flag is not to decide
     * what the platform records. Nothing is recorded that nobody exports.
     */
    @Bean
    Sampler traceSampler(
            ObjectProvider<SpanExporter> exporters,
            @Value("${management.tracing.sampling.probability}") double probability) {
        return exporters.stream().findAny().isPresent() ? Sampler.traceIdRatioBased(probability) : Sampler.alwaysOff();
    }

    @Bean
    Traces traces(Tracer tracer, Propagator propagator, ObjectProvider<SpanExporter> exporters) {
        return new Traces(tracer, propagator, exporters.stream().findAny().isPresent());
    }
}
