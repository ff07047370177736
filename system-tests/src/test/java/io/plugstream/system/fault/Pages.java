package io.plugstream.system.fault;

import io.plugstream.system.Organisation;
import java.net.http.HttpResponse;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads lists of the API page by page. */
final class Pages {

    /** The largest page, for a query. */
    static final String LIMIT = "limit=200";

    private Pages() {}

    /**
     * @param path with a query
     * @param name the field of the entries
     */
    static void read(Organisation organisation, String path, String name, Consumer<JsonNode> each) {
        String cursor = "";
        while (true) {
            HttpResponse<String> response = organisation.get(path + cursor);
            if (response.statusCode() != 200) {
                throw new IllegalStateException(path + " is answered " + response.statusCode() + " " + response.body());
            }
            JsonNode page = Organisation.json(response);
            page.path(name).valueStream().forEach(each);
            String next = text(page, "nextCursor");
            if (next == null) {
                return;
            }
            cursor = "&cursor=" + next;
        }
    }

    static @Nullable String text(JsonNode node, String field) {
        return node.path(field).isString() ? node.path(field).stringValue() : null;
    }

    static @Nullable Long number(JsonNode node, String field) {
        return node.path(field).isNumber() ? (Long) node.path(field).longValue() : null;
    }
}
