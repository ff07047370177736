package io.plugstream.system;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A minimal OpenTelemetry collector, which accepts spans over OTLP/HTTP in protobuf and keeps them. */
final class SpanCollector implements AutoCloseable {

    /** A span and the service that it comes from; ids in hexadecimal. */
    record Exported(String service, String name, String traceId, String spanId, String parentId) {}

    private final HttpServer server;
    private final List<Exported> spans = new CopyOnWriteArrayList<>();

    SpanCollector() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        server.createContext("/v1/traces", this::take);
        server.start();
    }

    String endpoint() {
        return "http://localhost:" + server.getAddress().getPort() + "/v1/traces";
    }

    List<Exported> ofTrace(String traceId) {
        return spans.stream().filter(span -> span.traceId().equals(traceId)).toList();
    }

    List<Exported> of(String service) {
        return spans.stream().filter(span -> span.service().equals(service)).toList();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            ExportTraceServiceRequest request = ExportTraceServiceRequest.parseFrom(exchange.getRequestBody());
            for (ResourceSpans resource : request.getResourceSpansList()) {
                String service = service(resource);
                resource.getScopeSpansList()
                        .forEach(scope -> scope.getSpansList().forEach(span -> spans.add(exported(service, span))));
            }
            exchange.sendResponseHeaders(200, -1);
        }
    }

    private static String service(ResourceSpans resource) {
        return resource.getResource().getAttributesList().stream()
                .filter(attribute -> attribute.getKey().equals("service.name"))
                .map(attribute -> attribute.getValue().getStringValue())
                .findAny()
                .orElse("");
    }

    private static Exported exported(String service, Span span) {
        HexFormat hex = HexFormat.of();
        return new Exported(
                service,
                span.getName(),
                hex.formatHex(span.getTraceId().toByteArray()),
                hex.formatHex(span.getSpanId().toByteArray()),
                hex.formatHex(span.getParentSpanId().toByteArray()));
    }
}
