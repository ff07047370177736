package io.plugstream.api.http;

import io.plugstream.contract.DescribedSchemas;
import io.plugstream.model.json.Json;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Checks exchanges against the OpenAPI document: the status, all headers and the body are as described, and every
 * accepted request is a described one.
 */
public final class OpenApiContract {

    /** The responses of undescribed paths, by status. */
    private static final Map<Integer, String> ELSEWHERE = Map.ofEntries(
            Map.entry(400, "InvalidRequest"),
            Map.entry(401, "AuthenticationRequired"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "NotFound"),
            Map.entry(405, "MethodNotAllowed"),
            Map.entry(406, "NotAcceptable"),
            Map.entry(413, "ContentTooLarge"),
            Map.entry(429, "TooManyRequests"),
            Map.entry(503, "Unavailable"));

    private static final int FIRST_ERROR = 400;

    private final DescribedSchemas description = PublishedOpenApi.get();
    private final List<Operation> operations = Operation.all(description.root().path("paths"));

    /**
     * Checks an exchange.
     *
     * @throws AssertionError with everything that is not as described
     */
    public void check(HttpRequest request, @Nullable String body, HttpResponse<String> response) {
        List<String> faults = faults(request, body, response);
        if (!faults.isEmpty()) {
            throw new AssertionError("%s %s -> %d is not as described:\n%s\nsent: %s\ngot: %s"
                    .formatted(
                            request.method(),
                            request.uri().getRawPath(),
                            response.statusCode(),
                            String.join("\n", faults),
                            body,
                            response.body()));
        }
    }

    private List<String> faults(HttpRequest request, @Nullable String body, HttpResponse<String> response) {
        boolean partOfPage = request.uri().getRawPath().startsWith("/docs/");
        if (partOfPage || request.method().equals("OPTIONS")) {
            return List.of();
        }
        Optional<Operation> operation =
                Operation.of(operations, request.method(), request.uri().getRawPath());
        JsonNode described = operation
                .map(known -> known.content().path("responses").path(Integer.toString(response.statusCode())))
                .orElseGet(() -> elsewhere(response.statusCode()));
        if (described.isMissingNode()) {
            return List.of("the status is not described");
        }
        List<String> faults = new ArrayList<>(answerFaults(request, description.resolve(described), response));
        if (operation.isPresent() && response.statusCode() < FIRST_ERROR) {
            faults.addAll(requestFaults(operation.get(), request, body));
        }
        return faults;
    }

    private JsonNode elsewhere(int status) {
        JsonNode responses = description.root().path("components").path("responses");
        return responses.path(ELSEWHERE.getOrDefault(status, "none"));
    }

    private List<String> answerFaults(HttpRequest request, JsonNode described, HttpResponse<String> response) {
        List<String> faults = new ArrayList<>();
        described.path("headers").forEachEntry((name, header) -> {
            JsonNode resolved = description.resolve(header);
            List<String> values = response.headers().allValues(name);
            if (values.isEmpty() && resolved.path("required").booleanValue(false)) {
                faults.add(name + " is missing");
            }
            values.forEach(value -> faults.addAll(named(name, parameterFaults(resolved, value))));
        });
        if (!request.method().equals("HEAD")) {
            faults.addAll(contentFaults(described.path("content"), response));
        }
        return faults;
    }

    private List<String> contentFaults(JsonNode content, HttpResponse<String> response) {
        String type =
                response.headers().firstValue("Content-Type").orElse("none").replaceFirst(";.*", "");
        JsonNode described = content.path(type);
        if (described.isMissingNode()) {
            return List.of("a body of " + type + " is not described");
        }
        if (!type.endsWith("json")) {
            return List.of();
        }
        JsonNode body = Json.mapper().readTree(response.body());
        List<String> faults = new ArrayList<>(description.faults(described.path("schema"), body));
        if (type.equals("application/problem+json") && body.path("status").intValue(0) != response.statusCode()) {
            faults.add("the problem names another status");
        }
        return faults;
    }

    private List<String> requestFaults(Operation operation, HttpRequest request, @Nullable String body) {
        List<String> faults = new ArrayList<>();
        Map<String, String> query = query(request.uri());
        operation.parameters().map(description::resolve).forEach(parameter -> {
            String name = parameter.path("name").stringValue();
            String value = switch (parameter.path("in").stringValue()) {
                case "query" -> query.remove(name);
                case "header" -> request.headers().firstValue(name).orElse(null);
                default -> null;
            };
            if (value != null) {
                faults.addAll(named("accepted " + name, parameterFaults(parameter, value)));
            }
        });
        query.keySet().forEach(name -> faults.add("the accepted parameter " + name + " is not described"));
        faults.addAll(named("accepted body", bodyFaults(operation, body)));
        return faults;
    }

    private List<String> bodyFaults(Operation operation, @Nullable String body) {
        JsonNode described = operation.content().path("requestBody");
        if (body == null || body.isEmpty()) {
            return described.path("required").booleanValue(false) ? List.of("is missing") : List.of();
        }
        if (described.isMissingNode()) {
            return List.of("is not described");
        }
        return description.faults(
                described.path("content").path("application/json").path("schema"),
                Json.mapper().readTree(body));
    }

    private List<String> parameterFaults(JsonNode parameter, String value) {
        JsonNode schema = parameter.path("schema");
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (schema.path("type").stringValue("").equals("array")) {
            return List.of(value.split(",", -1)).stream()
                    .flatMap(one -> description.faults(schema.path("items"), nodes.stringNode(one)).stream())
                    .toList();
        }
        boolean number =
                description.resolve(schema).path("type").stringValue("").equals("integer");
        try {
            JsonNode read = number ? nodes.numberNode(Long.parseLong(value)) : nodes.stringNode(value);
            return description.faults(schema, read);
        } catch (NumberFormatException | JacksonException e) {
            return List.of(e.toString());
        }
    }

    private static List<String> named(String name, List<String> faults) {
        return faults.stream().map(fault -> name + ": " + fault).toList();
    }

    private static Map<String, String> query(URI uri) {
        Map<String, String> parameters = new HashMap<>();
        if (uri.getRawQuery() != null) {
            for (String pair : uri.getRawQuery().split("&", -1)) {
                String[] parts = pair.split("=", 2);
                parameters.put(decoded(parts[0]), parts.length == 1 ? "" : decoded(parts[1]));
            }
        }
        return parameters;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
