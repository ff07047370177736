package io.plugstream.base.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingDecision;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration;
import org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration;
import org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.otlp.OtlpTracingAutoConfiguration;
import org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Tracing with the services' auto-configuration and defaults. */
class TracesTest {

    private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final String EXPORT =
            "management.opentelemetry.tracing.export.otlp.endpoint=http://localhost:1/v1/traces";
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

    private final ApplicationContextRunner services = new ApplicationContextRunner()
            .withInitializer(new ConfigDataApplicationContextInitializer())
            .withPropertyValues("spring.config.import=classpath:service-defaults.yaml")
            .withConfiguration(AutoConfigurations.of(
                    TracingAutoConfiguration.class,
                    OpenTelemetrySdkAutoConfiguration.class,
                    OpenTelemetryTracingAutoConfiguration.class,
                    OtlpTracingAutoConfiguration.class,
                    MicrometerTracingAutoConfiguration.class));

    @Test
    void aRecordCarriesTheTraceToItsRequest() {
        services.run(context -> {
            Traces traces = context.getBean(Traces.class);
            RecordHeaders first = new RecordHeaders();
            first.add("traceparent", PARENT.getBytes(StandardCharsets.US_ASCII));
            first.add("tracestate", "vendor=1".getBytes(StandardCharsets.US_ASCII));

            Span command = traces.follow(TraceHeaders.of(first), "Reset", Span.Kind.CLIENT);
            RecordHeaders second = new RecordHeaders();
            try (var _ = traces.enter(command)) {
                traces.write(second);
            }
            Span post = traces.follow(TraceHeaders.of(second), "POST webhook", Span.Kind.CLIENT);
            Map<String, String> request = new HashMap<>();
            traces.write(post, request::put);

            assertThat(TraceHeaders.of(second).traceparent())
                    .contains(TRACE, command.context().spanId());
            assertThat(request.get("traceparent"))
                    .contains(TRACE, post.context().spanId());
            assertThat(request).containsEntry("tracestate", "vendor=1").containsOnlyKeys("traceparent", "tracestate");
        });
    }

    @Test
    void workWithoutAnOriginBeginsATraceAndARecordOutsideWorkHasNone() {
        services.withPropertyValues(EXPORT).run(context -> {
            Traces traces = context.getBean(Traces.class);
            RecordHeaders outside = new RecordHeaders();
            traces.write(outside);
            Span one = traces.begin("Heartbeat", Span.Kind.SERVER);
            Span other = traces.follow(new TraceHeaders(null, null), "POST webhook", Span.Kind.CLIENT);

            assertThat(outside).isEmpty();
            assertThat(one.context().traceId())
                    .hasSize(32)
                    .isNotEqualTo(other.context().traceId());
            assertThat(writtenIn(one, traces).traceparent())
                    .contains(one.context().traceId());
        });
    }

    @Test
    void noTraceBeginsWithoutAnExporter() {
        services.run(context -> {
            Traces traces = context.getBean(Traces.class);
            Span span = traces.begin("Heartbeat", Span.Kind.SERVER);

            assertThat(span).isSameAs(Span.NOOP);
            assertThat(writtenIn(span, traces)).isEqualTo(new TraceHeaders(null, null));
        });
    }

    private static TraceHeaders writtenIn(Span span, Traces traces) {
        RecordHeaders headers = new RecordHeaders();
        try (var _ = traces.enter(span)) {
            traces.write(headers);
        }
        span.end();
        return TraceHeaders.of(headers);
    }

    @Test
    void anInvalidTraceParentBeginsATrace() {
        services.run(context -> {
            Traces traces = context.getBean(Traces.class);
            for (String wrong : List.of("", "00", "hello", "00-" + "0".repeat(32) + "-00f067aa0ba902b7-01", "\u0000")) {
                RecordHeaders headers = new RecordHeaders();
                headers.add("traceparent", wrong.getBytes(StandardCharsets.US_ASCII));
                Span span = traces.follow(TraceHeaders.of(headers), "POST webhook", Span.Kind.CLIENT);
                assertThat(span.context().traceId()).hasSize(32).isNotEqualTo("0".repeat(32));
            }
        });
    }

    @Test
    void tracesAreRecordedOnlyForAnExporterAndCallersDoNotDecideSampling() {
        services.run(context -> {
            assertThat(context).doesNotHaveBean(SpanExporter.class);
            assertThat(context.getBean(Sampler.class)).isEqualTo(Sampler.alwaysOff());
            assertThat(context.getBean(Tracer.class)).isNotSameAs(Tracer.NOOP);
        });
        services.withPropertyValues(EXPORT, "management.tracing.sampling.probability=0.5")
                .run(context -> {
                    assertThat(context).hasSingleBean(SpanExporter.class);
                    Sampler sampler = context.getBean(Sampler.class);
                    assertThat(decision(sampler, "7fffffffffffffff".repeat(2))).isEqualTo(SamplingDecision.DROP);
                    assertThat(decision(sampler, "0".repeat(31) + "1")).isEqualTo(SamplingDecision.RECORD_AND_SAMPLE);
                });
    }

    private static SamplingDecision decision(Sampler sampler, String traceId) {
        return sampler.shouldSample(Context.root(), traceId, "span", SpanKind.SERVER, Attributes.empty(), List.of())
                .getDecision();
    }
}
