package io.plugstream.gateway.payload;

import io.plugstream.gateway.ocpp.ErrorCode;
import io.plugstream.gateway.payload.Shape.Field;
import io.plugstream.gateway.payload.Shape.Listed;
import io.plugstream.gateway.payload.Shape.Meter;
import io.plugstream.gateway.payload.Shape.Reading;
import io.plugstream.gateway.payload.Shape.Sequence;
import io.plugstream.gateway.payload.Shape.Structure;
import io.plugstream.gateway.payload.Shape.Text;
import io.plugstream.gateway.payload.Shape.Whole;
import io.plugstream.gateway.payload.Shape.Word;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Validates one payload against its shape and reports the first violation. Where faults are tolerated, the payload is
 * changed: optional fields that are null or wrong are removed, and numbers become what the schema requires.
 */
public final class Inspection {

    private final Strictness strictness;
    private final Set<Deviation> deviations = EnumSet.noneOf(Deviation.class);

    /** The current position in the payload: names of fields and indexes of elements. */
    private final List<Object> path = new ArrayList<>();

    private @Nullable Violation violation;

    private Inspection(Strictness strictness) {
        this.strictness = strictness;
    }

    public static Validation<ObjectNode> inspect(ObjectNode payload, Shape shape, Strictness strictness) {
        Inspection inspection = new Inspection(strictness);
        inspection.look(payload, shape);
        return inspection.violation == null
                ? new Validation.Valid<>(payload, inspection.deviations)
                : new Validation.Invalid<>(inspection.violation);
    }

    private void look(JsonNode node, Shape shape) {
        switch (shape) {
            case Text text -> look(node, text);
            case Word word -> look(node, word);
            case Listed listed -> look(node, listed);
            case Whole whole -> look(node, whole);
            case Meter _ -> lookAtMeter(node);
            case Reading _ -> isText(node);
            case Shape.Decimal _ -> expect(node.isNumber(), ErrorCode.TYPE_CONSTRAINT_VIOLATION, "is not a number");
            case Shape.Flag _ -> expect(node.isBoolean(), ErrorCode.TYPE_CONSTRAINT_VIOLATION, "is not true or false");
            case Shape.Time _ ->
                expect(
                        isText(node) && ChargerTime.parse(node.stringValue()).isPresent(),
                        ErrorCode.PROPERTY_CONSTRAINT_VIOLATION,
                        "is not a date and time");
            case Shape.Anything _ -> {}
            case Sequence sequence -> look(node, sequence);
            case Structure structure -> look(node, structure);
        }
    }

    private void look(JsonNode node, Text text) {
        if (!isText(node)) {
            return;
        }
        String value = node.stringValue();
        int length = value.codePointCount(0, value.length());
        Deviation deviation = tolerated(text.deviation());
        int most = deviation == null ? text.longest() : text.tolerated();
        if (length > most) {
            violated(ErrorCode.PROPERTY_CONSTRAINT_VIOLATION, "is longer than " + most + " characters");
        } else if (deviation != null && length > text.longest()) {
            deviations.add(deviation);
        }
    }

    private void look(JsonNode node, Word word) {
        if (!isText(node) || word.allowed().contains(node.stringValue())) {
            return;
        }
        Deviation deviation = tolerated(word.deviation());
        if (deviation != null && node.stringValue().length() <= Limits.TOLERATED_TEXT) {
            deviations.add(deviation);
        } else {
            violated(ErrorCode.PROPERTY_CONSTRAINT_VIOLATION, "is none of the allowed values");
        }
    }

    /** The schemas allow other words, so they are no violation. */
    private void look(JsonNode node, Listed listed) {
        look(node, listed.text());
        if (node.isString() && !listed.words().contains(node.stringValue()) && tolerated(listed.deviation()) != null) {
            deviations.add(listed.deviation());
        }
    }

    private @Nullable Deviation tolerated(@Nullable Deviation deviation) {
        return strictness == Strictness.TOLERANT ? deviation : null;
    }

    private boolean isText(JsonNode node) {
        return expect(node.isString(), ErrorCode.TYPE_CONSTRAINT_VIOLATION, "is not a text");
    }

    private void look(JsonNode node, Whole whole) {
        if (!isInteger(node) || isBetween(node, whole)) {
            return;
        }
        if (tolerated(whole.deviation()) != null) {
            deviations.add(whole.deviation());
        } else {
            violated(
                    ErrorCode.PROPERTY_CONSTRAINT_VIOLATION,
                    whole.least() == Integer.MIN_VALUE
                            ? "does not fit 32 bits"
                            : "is not between " + whole.least() + " and " + whole.most());
        }
    }

    private static boolean isBetween(JsonNode node, Whole whole) {
        return node.canConvertToInt() && node.asInt() >= whole.least() && node.asInt() <= whole.most();
    }

    private void lookAtMeter(JsonNode node) {
        if (isInteger(node)) {
            expect(
                    node.canConvertToLong() && node.asLong() >= -Limits.METER && node.asLong() <= Limits.METER,
                    ErrorCode.PROPERTY_CONSTRAINT_VIOLATION,
                    "is beyond any meter");
        }
    }

    private boolean isInteger(JsonNode node) {
        return expect(
                node.isNumber() && node.canConvertToExactIntegral(),
                ErrorCode.TYPE_CONSTRAINT_VIOLATION,
                "is not an integer");
    }

    private void look(JsonNode node, Sequence sequence) {
        if (!expect(node.isArray(), ErrorCode.TYPE_CONSTRAINT_VIOLATION, "is not an array")) {
            return;
        }
        if (node.isEmpty() && sequence.least() > 0 && strictness == Strictness.TOLERANT) {
            deviations.add(Deviation.EMPTY_FIELD);
            return;
        }
        if (!expect(
                node.size() >= sequence.least() && node.size() <= sequence.most(),
                ErrorCode.OCCURENCE_CONSTRAINT_VIOLATION,
                "has too few or too many elements")) {
            return;
        }
        // Removing one by one would move all that follow, each time.
        List<JsonNode> left = new ArrayList<>();
        for (int i = 0; i < node.size() && violation == null; i++) {
            path.add(i);
            look(node.get(i), sequence.element());
            path.removeLast();
            if (violation == null || !forgive(sequence.deviation())) {
                left.add(node.get(i));
            }
        }
        if (left.size() < node.size() && violation == null) {
            ((ArrayNode) node).removeAll().addAll(left);
        }
    }

    private void look(JsonNode node, Structure structure) {
        if (!expect(node.isObject(), ErrorCode.TYPE_CONSTRAINT_VIOLATION, "is not an object")) {
            return;
        }
        removeNulls((ObjectNode) node, structure);
        for (Field field : structure.fields().values()) {
            look((ObjectNode) node, field);
        }
        if (!structure.isOpen() && !structure.fields().keySet().containsAll(node.propertyNames())) {
            unknownField();
        }
    }

    /** An optional field that is null counts as missing, so nothing that reads the payload finds it. */
    private void removeNulls(ObjectNode object, Structure structure) {
        boolean removed = strictness == Strictness.TOLERANT
                && object.properties()
                        .removeIf(field -> field.getValue().isNull() && isOptional(field.getKey(), structure));
        if (removed) {
            deviations.add(Deviation.EMPTY_FIELD);
        }
    }

    private static boolean isOptional(String name, Structure structure) {
        Field field = structure.fields().get(name);
        return field != null && !field.isRequired(Strictness.TOLERANT) && !(field.shape() instanceof Shape.Anything);
    }

    private void look(ObjectNode object, Field field) {
        if (violation != null) {
            return;
        }
        JsonNode value = value(object, field);
        path.add(field.name());
        if (value != null) {
            expect(
                    !value.isNull() || field.shape() instanceof Shape.Anything,
                    ErrorCode.TYPE_CONSTRAINT_VIOLATION,
                    "is null");
            look(value, field.shape());
        } else if (field.isRequired(strictness)) {
            violated(ErrorCode.OCCURENCE_CONSTRAINT_VIOLATION, "is missing");
        } else if (field.presence() == Shape.Presence.EXPECTED) {
            deviations.add(Deviation.MISSING_FIELD);
        }
        path.removeLast();
        if (violation != null && forgive(field.ofFault())) {
            object.remove(field.name());
        }
    }

    /** The field's value, in the form that the schema requires if another one is tolerated. */
    private @Nullable JsonNode value(ObjectNode object, Field field) {
        JsonNode value = object.get(field.name());
        if (value == null || strictness == Strictness.STRICT) {
            return value;
        }
        if (field.shape() instanceof Sequence sequence && sequence.deviation() != null && value.isObject()) {
            return replace(object, field, object.arrayNode().add(value), Deviation.BARE_ELEMENT);
        }
        if (field.shape() instanceof Reading && value.isNumber()) {
            return replace(object, field, object.stringNode(value.asString()), Deviation.NUMERIC_READING);
        }
        if (field.shape() instanceof Meter && value.isNumber() && !value.canConvertToExactIntegral()) {
            return replace(object, field, object.numberNode(rounded(value)), Deviation.FRACTIONAL_READING);
        }
        return value;
    }

    private JsonNode replace(ObjectNode object, Field field, JsonNode normal, Deviation deviation) {
        deviations.add(deviation);
        object.set(field.name(), normal);
        return normal;
    }

    /** A reading beyond any meter stays one; all its digits could cost too much memory. */
    private static long rounded(JsonNode number) {
        BigDecimal reading = number.decimalValue();
        return reading.abs().compareTo(BigDecimal.valueOf(Limits.METER)) > 0
                ? Long.MAX_VALUE
                : reading.setScale(0, RoundingMode.HALF_UP).longValueExact();
    }

    /** Makes the violation a deviation. Returns false if it is not tolerated. */
    private boolean forgive(@Nullable Deviation deviation) {
        if (tolerated(deviation) == null) {
            return false;
        }
        violation = null;
        deviations.add(deviation);
        return true;
    }

    private void unknownField() {
        if (strictness == Strictness.TOLERANT) {
            deviations.add(Deviation.UNKNOWN_FIELD);
        } else {
            violated(ErrorCode.FORMATION_VIOLATION, "has an unknown field");
        }
    }

    private boolean expect(boolean condition, ErrorCode code, String otherwise) {
        if (!condition) {
            violated(code, otherwise);
        }
        return condition;
    }

    private void violated(ErrorCode code, String what) {
        if (violation == null) {
            violation = new Violation(code, where() + ' ' + what);
        }
    }

    private String where() {
        StringBuilder where = new StringBuilder();
        for (Object step : path) {
            if (step instanceof Integer index) {
                where.append('[').append(index.intValue()).append(']');
            } else {
                where.append(where.isEmpty() ? "" : ".").append(step);
            }
        }
        return where.isEmpty() ? "The payload" : where.toString();
    }
}
