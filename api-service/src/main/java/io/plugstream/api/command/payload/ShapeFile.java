package io.plugstream.api.command.payload;

import io.plugstream.model.command.CommandAction;
import io.plugstream.model.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Reads the shapes of actions' payloads from a JSON file. An object lists its members; the names of optional ones end
 * in {@code ?}. An array holds the shape of its entries and their number. A string is the name of a shape,
 * {@code text} with the maximum length, {@code whole} with the range ({@code 0..3}, or {@code 0..} without a maximum),
 * or the allowed values separated by {@code |}.
 */
final class ShapeFile {

    private static final Map<String, Shape> SIMPLE = Map.of(
            "whole", Shapes.WHOLE,
            "tenths", Shapes.TENTHS,
            "decimal", Shapes.DECIMAL,
            "flag", Shapes.FLAG,
            "moment", Shapes.MOMENT,
            "address", Shapes.ADDRESS,
            "location", Shapes.LOCATION,
            "text", Shapes.text(),
            "anything", Shapes.ANYTHING);

    /** Members that are the begin and the end of a period. */
    private static final Map<String, String> PERIODS = Map.of(
            "oldestTimestamp", "latestTimestamp",
            "startDateTime", "endDateTime",
            "startTime", "stopTime",
            "validFrom", "validTo");

    private static final String TEXT = "text ";
    private static final Pattern RANGE = Pattern.compile("whole (-?\\d+)\\.\\.(\\d*)");
    private static final String ANY = "0..";
    private static final String SOME = "1..";

    private final JsonNode file;
    private final Function<Member[], Shape> objects;
    private final Map<String, Shape> named = new HashMap<>(SIMPLE);

    /** Reads a file in this class's package; {@code objects} builds the shapes of its objects. */
    ShapeFile(String name, Function<Member[], Shape> objects) {
        try (InputStream stream = Objects.requireNonNull(ShapeFile.class.getResourceAsStream(name), name)) {
            this.file = Json.mapper().readTree(stream);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.objects = objects;
        file.get("types").properties().forEach(type -> named.put(type.getKey(), shape(type.getValue())));
    }

    /** The payload shapes of the actions in one part of the file. */
    Map<CommandAction, Shape> actions(String part) {
        JsonNode spelled = file.get(part);
        Map<CommandAction, Shape> shapes = new EnumMap<>(CommandAction.class);
        for (CommandAction action : CommandAction.values()) {
            if (spelled.has(action.wireName())) {
                shapes.put(action, shape(spelled.get(action.wireName())));
            }
        }
        if (shapes.size() != spelled.size()) {
            throw new IllegalArgumentException("not all of these are actions: " + spelled.propertyNames());
        }
        return shapes;
    }

    private Shape shape(JsonNode spelled) {
        if (spelled.isObject()) {
            return object(spelled);
        }
        return spelled.isArray()
                ? list(shape(spelled.get(0)), spelled.get(1).stringValue())
                : word(spelled.stringValue());
    }

    private Shape object(JsonNode spelled) {
        Shape object =
                objects.apply(spelled.properties().stream().map(this::member).toArray(Member[]::new));
        for (Map.Entry<String, String> period : PERIODS.entrySet()) {
            if (spelled.has(period.getKey() + '?')) {
                object = object.and(Shapes.inOrder(period.getKey(), period.getValue()));
            }
        }
        return object;
    }

    private Member member(Map.Entry<String, JsonNode> member) {
        String name = member.getKey();
        Shape shape = shape(member.getValue());
        return name.endsWith("?")
                ? Member.optional(name.substring(0, name.length() - 1), shape)
                : Member.required(name, shape);
    }

    private static Shape list(Shape entry, String count) {
        return switch (count) {
            case ANY -> Shapes.listOf(entry);
            case SOME -> Shapes.someOf(entry);
            default -> Shapes.someOf(entry, Integer.parseInt(count.substring(SOME.length())));
        };
    }

    private Shape word(String word) {
        if (word.contains("|")) {
            return Shapes.oneOf(word.split(" \\| "));
        }
        Matcher range = RANGE.matcher(word);
        if (range.matches()) {
            int least = Integer.parseInt(range.group(1));
            return range.group(2).isEmpty()
                    ? Shapes.whole(least)
                    : Shapes.whole(least, Integer.parseInt(range.group(2)));
        }
        return word.startsWith(TEXT)
                ? Shapes.text(Integer.parseInt(word.substring(TEXT.length())))
                : Objects.requireNonNull(named.get(word), word);
    }
}
