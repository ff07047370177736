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

/** Tracing of all services: the context is always propagated, and spans are recorded if an exporter is configured. */
@AutoConfiguration(before = OpenTelemetryTracingAutoConfiguration.class)
public class TracingAutoConfiguration {

    /**
     * Samples by trace id, so that all services decide alike. A caller's sampled flag must not decide what the platform
     * records. Without an exporter nothing is recorded.
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
