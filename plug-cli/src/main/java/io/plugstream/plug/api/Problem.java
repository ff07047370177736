package io.plugstream.plug.api;

import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;

/** The text of an API error (RFC 9457). */
final class Problem {

    private Problem() {}

    /** Empty if the body is none. */
    static Optional<String> inWords(int status, String body) {
        try {
            var problem = Json.read(body);
            var title = problem.path("title").asString("");
            var detail = problem.path("detail").asString("");
            var faults = problem.path("errors")
                    .valueStream()
                    .map(fault -> "%n  ".formatted()
                            + "%s %s"
                                    .formatted(
                                            fault.path("field").asString(""),
                                            fault.path("message").asString(""))
                                    .strip())
                    .collect(Collectors.joining());
            if (!title.isEmpty()) {
                return Optional.of("%d %s%s%s".formatted(status, title, detail.isEmpty() ? "" : ": " + detail, faults));
            }
        } catch (JacksonException _) {
            return Optional.empty();
        }
        return Optional.empty();
    }
}
