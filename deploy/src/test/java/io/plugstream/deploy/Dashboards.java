package io.plugstream.deploy;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code grafana/dashboards.yaml}, and the Grafana dashboards generated from it. */
record Dashboards(Map<String, List<Panel>> byName) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, String> TITLES = Map.of(
            "platform", "Platform overview",
            "chargers", "Chargers",
            "api", "API and quota",
            "deliveries", "Deliveries",
            "sandbox", "Sandbox",
            "kafka-and-jvm", "Kafka and JVM");
    private static final int WIDTH = 24;

    /** A panel, or the heading of the following panels if {@code row} is set. */
    record Panel(
            @Nullable String row,
            @Nullable String title,
            @Nullable String show,
            @Nullable String unit,
            @Nullable String about,
            @JsonProperty("queries") @Nullable Map<String, String> given) {

        boolean isRow() {
            return row != null;
        }

        Map<String, String> queries() {
            return given == null ? Map.of() : given;
        }

        private boolean isNumber() {
            return "number".equals(show);
        }

        private int width() {
            return isRow() ? WIDTH : isNumber() ? WIDTH / 6 : WIDTH / 2;
        }

        private int height() {
            return isRow() ? 1 : isNumber() ? 4 : 8;
        }
    }

    static Dashboards read() throws IOException {
        return new Dashboards(new ObjectMapper(new YAMLFactory())
                .readValue(Path.of("grafana/dashboards.yaml").toFile(), new TypeReference<>() {}));
    }

    Stream<Panel> panels() {
        return byName.values().stream().flatMap(List::stream).filter(panel -> !panel.isRow());
    }

    Stream<String> expressions() {
        return panels().flatMap(panel -> panel.queries().values().stream());
    }

    /** The dashboard as Grafana's JSON. */
    String json(String name) throws IOException {
        ObjectNode dashboard = JSON.createObjectNode()
                .put("uid", "plugstream-" + name)
                .put("title", "Plugstream: " + TITLES.get(name))
                .put("timezone", "utc")
                .put("schemaVersion", 39)
                .put("version", 1)
                .put("editable", false)
                .put("refresh", "10s");
        dashboard.putArray("tags").add("plugstream");
        dashboard.putObject("time").put("from", "now-1h").put("to", "now");
        // Links to the other dashboards.
        dashboard
                .putArray("links")
                .addObject()
                .put("type", "dashboards")
                .put("title", "Plugstream")
                .put("asDropdown", false)
                .put("includeVars", true)
                .put("keepTime", true)
                .putArray("tags")
                .add("plugstream");
        place(dashboard.putArray("panels"), byName.getOrDefault(name, List.of()));
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(dashboard) + '\n';
    }

    private static void place(ArrayNode panels, List<Panel> given) {
        int x = 0;
        int y = 0;
        int height = 0;
        for (Panel panel : given) {
            if (x + panel.width() > WIDTH) {
                x = 0;
                y += height;
                height = 0;
            }
            ObjectNode node = panels.addObject().put("id", panels.size());
            node.putObject("gridPos")
                    .put("x", x)
                    .put("y", y)
                    .put("w", panel.width())
                    .put("h", panel.height());
            describe(node, panel);
            x += panel.width();
            height = Math.max(height, panel.height());
        }
    }

    private static void describe(ObjectNode node, Panel panel) {
        if (panel.isRow()) {
            node.put("type", "row")
                    .put("title", panel.row())
                    .put("collapsed", false)
                    .putArray("panels");
            return;
        }
        node.put("type", panel.isNumber() ? "stat" : "timeseries")
                .put("title", panel.title())
                .put("description", panel.about());
        ObjectNode fields = node.putObject("fieldConfig");
        fields.putObject("defaults").put("unit", panel.unit()).put("min", 0);
        fields.putArray("overrides");
        options(node.putObject("options"), panel);
        node.set("datasource", datasource());
        ArrayNode targets = node.putArray("targets");
        panel.queries()
                .forEach((legend, expression) -> targets.addObject()
                        .put("refId", String.valueOf((char) ('A' + targets.size() - 1)))
                        .put("expr", expression)
                        .put("legendFormat", legend)
                        .set("datasource", datasource()));
    }

    private static void options(ObjectNode options, Panel panel) {
        if (panel.isNumber()) {
            options.put("colorMode", "value").put("graphMode", "area");
            options.putObject("reduceOptions").putArray("calcs").add("lastNotNull");
        } else {
            options.putObject("tooltip").put("mode", "multi").put("sort", "desc");
            options.putObject("legend").put("displayMode", "list").put("placement", "bottom");
        }
    }

    private static ObjectNode datasource() {
        return JSON.createObjectNode().put("type", "prometheus").put("uid", "prometheus");
    }
}
