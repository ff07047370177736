package io.plugstream.system;

import static java.util.Map.entry;

import io.plugstream.model.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The queries of the panels and rules in {@code deploy}, and which of them may be empty on a healthy platform. */
final class MonitoredExpressions {

    /** Series that exist only after something has gone wrong or reached its limit. */
    private static final Map<String, String> ONLY_WHEN = Map.ofEntries(
            entry("plugstream_gateway_frames_offences_total", "a charger is cut off"),
            entry("plugstream_gateway_deviations_total", "a charger breaks a rule"),
            entry("publish_seconds_count{outcome=~\"late|failed\"}", "Kafka does not acknowledge"),
            entry("outcome=~\"InternalError|unrecorded\"", "a message is not durable"),
            entry("plugstream_gateway_messages_total{outcome!=\"answered\"}", "a message is refused"),
            entry("plugstream_dispatcher_endpoint_waiting", "deliveries wait"),
            entry("plugstream_api_outbox_healed_total", "a topic differs from its table"),
            entry("plugstream_api_outbox_failures_total", "the outbox cannot be published"),
            entry("plugstream_api_commands_total", "a command ends at this replica"),
            entry("status=~\"5..\"", "the API fails"));

    private static final Path DEPLOY = Platform.repository().resolve("deploy");
    private static final Pattern METRIC =
            Pattern.compile("\\b(?:plugstream|kafka|jvm|process|http|r2dbc|logback)_[a-z0-9_]+\\b");

    private MonitoredExpressions() {}

    /** The queries of all panels of all dashboards. */
    static List<String> panels() {
        try (Stream<Path> files = Files.list(DEPLOY.resolve("grafana/dashboards"))) {
            return files.map(MonitoredExpressions::json)
                    .flatMap(dashboard -> dashboard.findValuesAsString("expr").stream())
                    .map(expression -> expression.replace("$__rate_interval", "1m"))
                    .distinct()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The metrics in {@code expressions} that must exist on any platform. */
    static Set<String> metrics(Stream<String> expressions) {
        return expressions
                .flatMap(expression -> METRIC.matcher(expression).results())
                .map(MatchResult::group)
                .filter(metric -> !ONLY_WHEN.containsKey(metric))
                .collect(Collectors.toSet());
    }

    static boolean isAnsweredWhenAllIsWell(String expression) {
        return ONLY_WHEN.keySet().stream().noneMatch(expression::contains);
    }

    private static JsonNode json(Path file) {
        try {
            return Json.mapper().readTree(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
