package io.plugstream.api.command.payload;

import io.plugstream.api.http.Fault;
import io.plugstream.base.address.AbsoluteUri;
import java.math.BigDecimal;
import java.net.URI;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The building blocks of payloads. */
final class Shapes {

    /** A whole number of 32 bits. */
    static final Shape WHOLE = whole(Integer.MIN_VALUE, Integer.MAX_VALUE);

    /** A number with at most one digit after the decimal point, as for limits of current and power. */
    static final Shape TENTHS = rule(
            schema("number").put("multipleOf", new BigDecimal("0.1")),
            Shapes::isTenths,
            "must be a number with at most one digit after the decimal point");

    /** A number with at most six digits after the decimal point (OCPP 2.0.1, part 4, 4.2). */
    static final Shape DECIMAL = rule(
            schema("number").put("multipleOf", new BigDecimal("0.000001")),
            value -> Double.isFinite(value.doubleValue(Double.NaN))
                    && value.decimalValue().stripTrailingZeros().scale() <= 6,
            "must be a number with at most six digits after the decimal point");

    static final Shape FLAG = rule(schema("boolean"), JsonNode::isBoolean, "must be true or false");

    static final Shape ANYTHING = new Shape(JsonNodeFactory.instance.objectNode(), (_, _, _) -> {});

    private static final Pattern MOMENT_SPELLING =
            Pattern.compile("^\\d{4}-\\d\\d-\\d\\d[Tt]\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?([Zz]|[+-]\\d\\d:\\d\\d)$");
    private static final DateTimeFormatter MOMENT_FORMAT =
            DateTimeFormatter.ISO_OFFSET_DATE_TIME.withResolverStyle(ResolverStyle.STRICT);

    /** A date and time with a time zone (RFC 3339). Chargers need not read more than milliseconds. */
    static final Shape MOMENT = rule(
            schema("string").put("format", "date-time").put("pattern", MOMENT_SPELLING.pattern()),
            value -> moment(value).isPresent(),
            "must be an ISO 8601 timestamp with a time zone and at most three fraction digits,"
                    + " such as 2026-01-31T09:00:00.000Z");

    /** An absolute URI. */
    static final Shape ADDRESS =
            rule(schema("string").put("format", "uri"), Shapes::isAddress, "must be an absolute URI");

    /** An absolute URI of at most 512 characters. */
    static final Shape LOCATION = both(text(512), ADDRESS);

    /** A user, a host that is no DNS name, such as one with an underscore, and a port (RFC 3986, 3.2). */
    private static final Pattern UNREAD_NAME = Pattern.compile("([^@]*@)?[^@:\\[\\]]+(:[0-9]*)?");

    private static final int LONGEST_NAME = 100;

    private Shapes() {}

    /** A whole number of 32 bits that is at least {@code least}. */
    static Shape whole(int least) {
        return whole(least, Integer.MAX_VALUE);
    }

    static Shape whole(int least, int most) {
        return rule(
                schema("integer").put("minimum", least).put("maximum", most),
                value -> value.isIntegralNumber()
                        && value.canConvertToInt()
                        && value.intValue() >= least
                        && value.intValue() <= most,
                "must be a whole number from " + least + " to " + most);
    }

    /** A text of any length. */
    static Shape text() {
        return rule(schema("string"), JsonNode::isString, "must be a string");
    }

    /** A text of at most {@code longest} characters. */
    static Shape text(int longest) {
        Shape text = text().and((value, path, faults) -> {
            if (value.isString() && value.stringValue().codePoints().count() > longest) {
                faults.add(new Fault(path, "must have at most " + longest + " characters"));
            }
        });
        text.schema().put("maxLength", longest);
        return text;
    }

    static Shape oneOf(String... words) {
        Set<String> allowed = Set.of(words);
        ObjectNode schema = schema("string");
        List.of(words).forEach(schema.putArray("enum")::add);
        return rule(
                schema,
                value -> value.isString() && allowed.contains(value.stringValue()),
                "must be one of " + String.join(", ", words));
    }

    /** A list of any length. */
    static Shape listOf(Shape element) {
        return new Shape(schema("array").set("items", element.schema()), (value, path, faults) -> {
            if (!value.isArray()) {
                faults.add(new Fault(path, "must be a list"));
            }
            for (int i = 0; value.isArray() && i < value.size(); i++) {
                element.check(value.get(i), path + '[' + i + ']', faults);
            }
        });
    }

    /** A list of 1 to {@code most} entries. */
    static Shape someOf(Shape element, int most) {
        Shape some = some(element, value -> value.size() <= most, "must have 1 to " + most + " entries");
        some.schema().put("maxItems", most);
        return some;
    }

    /** A list of at least one entry. */
    static Shape someOf(Shape element) {
        return some(element, _ -> true, "must have at least one entry");
    }

    private static Shape some(Shape element, Predicate<JsonNode> isShort, String message) {
        Shape some = listOf(element).and((value, path, faults) -> {
            if (value.isArray() && (value.isEmpty() || !isShort.test(value))) {
                faults.add(new Fault(path, message));
            }
        });
        some.schema().put("minItems", 1);
        return some;
    }

    /** A value that satisfies both shapes. */
    static Shape both(Shape one, Shape other) {
        return new Shape(
                one.schema().deepCopy().setAll(other.schema()),
                one.and(other.rule()).rule());
    }

    /** An object with these fields and no others. */
    static Shape object(Member... members) {
        Set<String> known = Set.of(List.of(members).stream().map(Member::name).toArray(String[]::new));
        Shape closed = objectWith(members)
                .and((value, path, faults) -> value.propertyNames().stream()
                        .filter(name -> !known.contains(name))
                        .forEach(name -> faults.add(new Fault(path + '.' + shortened(name), "is not known here"))));
        closed.schema().put("additionalProperties", false);
        return closed;
    }

    /** An object with these fields; others are allowed. */
    static Shape objectWith(Member... members) {
        return new Shape(objectSchema(members), (value, path, faults) -> {
            if (!value.isObject()) {
                faults.add(new Fault(path, "must be a JSON object"));
                return;
            }
            for (Member member : members) {
                check(member, value, path, faults);
            }
        });
    }

    /** A rule for objects with two times, which the schema does not express. */
    static Shape.Rule inOrder(String first, String second) {
        return (value, path, faults) -> {
            Optional<OffsetDateTime> begin = moment(value.path(first));
            Optional<OffsetDateTime> end = moment(value.path(second));
            if (begin.isPresent() && end.isPresent() && end.get().isBefore(begin.get())) {
                faults.add(new Fault(path + '.' + second, "must not be before " + first));
            }
        };
    }

    private static ObjectNode objectSchema(Member... members) {
        ObjectNode schema = schema("object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = schema.putArray("required");
        for (Member member : members) {
            properties.set(member.name(), member.shape().schema());
            if (member.required()) {
                required.add(member.name());
            }
        }
        return schema;
    }

    private static void check(Member member, JsonNode object, String path, List<Fault> faults) {
        String place = path + '.' + member.name();
        JsonNode value = object.get(member.name());
        if (value != null) {
            member.shape().check(value, place, faults);
        } else if (member.required()) {
            faults.add(new Fault(place, "is required"));
        }
    }

    private static Shape rule(ObjectNode schema, Predicate<JsonNode> holds, String message) {
        return new Shape(schema, (value, path, faults) -> {
            if (!holds.test(value)) {
                faults.add(new Fault(path, message));
            }
        });
    }

    private static ObjectNode schema(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }

    private static boolean isTenths(JsonNode value) {
        if (value.isIntegralNumber()) {
            return true;
        }
        double limit = value.doubleValue(Double.NaN);
        return Double.isFinite(limit)
                && BigDecimal.valueOf(limit)
                                .movePointRight(1)
                                .stripTrailingZeros()
                                .scale()
                        <= 0;
    }

    private static Optional<OffsetDateTime> moment(JsonNode value) {
        String text = value.isString() ? value.stringValue() : "";
        if (!MOMENT_SPELLING.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(OffsetDateTime.parse(text, MOMENT_FORMAT));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private static boolean isAddress(JsonNode value) {
        return value.isString()
                && AbsoluteUri.parse(value.stringValue())
                        .filter(Shapes::hasReadableHost)
                        .isPresent();
    }

    /** URI takes any authority whose host and port it cannot read as a name, even one with several ports. */
    private static boolean hasReadableHost(URI uri) {
        return uri.getHost() != null
                || uri.getRawAuthority() == null
                || UNREAD_NAME.matcher(uri.getRawAuthority()).matches();
    }

    private static String shortened(String name) {
        int length = Math.min(LONGEST_NAME, name.codePointCount(0, name.length()));
        return name.substring(0, name.offsetByCodePoints(0, length));
    }
}
