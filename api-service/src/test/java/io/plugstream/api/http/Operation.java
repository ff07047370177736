package io.plugstream.api.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * An operation of the OpenAPI document.
 *
 * @param path with parameter names in braces
 * @param method in capitals
 */
record Operation(String path, String method, JsonNode item, JsonNode content) {

    private static final List<String> METHODS = List.of("get", "put", "post", "patch", "delete");

    /** All operations of {@code paths}. */
    static List<Operation> all(JsonNode paths) {
        List<Operation> operations = new ArrayList<>();
        paths.forEachEntry((path, item) -> METHODS.stream()
                .filter(item::has)
                .forEach(method ->
                        operations.add(new Operation(path, method.toUpperCase(Locale.ROOT), item, item.get(method)))));
        return operations;
    }

    /** The operation of a request. A path without parameters hides those with parameters that match, too. */
    static Optional<Operation> of(List<Operation> operations, String method, String path) {
        String wanted = method.equals("HEAD") ? "GET" : method;
        List<Operation> matching =
                operations.stream().filter(operation -> operation.matches(path)).toList();
        int fewest = matching.stream().mapToInt(Operation::braces).min().orElse(0);
        return matching.stream()
                .filter(operation -> operation.braces() == fewest && operation.method.equals(wanted))
                .findFirst();
    }

    private int braces() {
        return path.split("\\{", -1).length;
    }

    /** The parameters of the operation and of its path. */
    Stream<JsonNode> parameters() {
        return Stream.concat(
                item.path("parameters").valueStream(),
                content.path("parameters").valueStream());
    }

    /** The name in tests and routes, without the names of path parameters. */
    String name() {
        return method + ' ' + path.replaceAll("\\{[^}]*}", "{}");
    }

    private boolean matches(String actual) {
        String pattern = Stream.of(path.split("(?=\\{)|(?<=})"))
                .map(part -> part.startsWith("{") ? "[^/]+" : Pattern.quote(part))
                .reduce("", String::concat);
        return actual.matches(pattern);
    }
}
