package io.plugstream.system.fault;

import io.plugstream.system.Organisation;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads lists of the API page by page. */
final class Pages {

    /** The largest page, for a query. */
    static final String LIMIT = "limit=200";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Pages() {}

    /**
     * @param path with a query
     * @param name the field of the entries
     */
    static void read(Organisation organisation, String path, String name, Consumer<JsonNode> each) {
        String cursor = "";
        while (true) {
            JsonNode page = Organisation.json(answered(organisation, path + cursor));
            page.path(name).valueStream().forEach(each);
            String next = text(page, "nextCursor");
            if (next == null) {
                return;
            }
            cursor = "&cursor=" + next;
        }
    }

    /** Asks again after a 503, because a busy machine may keep a request waiting for too long. */
    private static HttpResponse<String> answered(Organisation organisation, String path) {
        HttpResponse<String> response = Awaitility.await(path + " is answered")
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> organisation.get(path), one -> one.statusCode() != 503);
        if (response.statusCode() != 200) {
            throw new IllegalStateException(path + " is answered " + response.statusCode() + " " + response.body());
        }
        return response;
    }

    static @Nullable String text(JsonNode node, String field) {
        return node.path(field).isString() ? node.path(field).stringValue() : null;
    }

    static @Nullable Long number(JsonNode node, String field) {
        return node.path(field).isNumber() ? (Long) node.path(field).longValue() : null;
    }
}
