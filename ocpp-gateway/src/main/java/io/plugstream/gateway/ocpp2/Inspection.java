package io.plugstream.gateway.ocpp2;

import io.plugstream.gateway.ocpp.ErrorCode;
import io.plugstream.gateway.ocpp2.Shape.Anything;
import io.plugstream.gateway.ocpp2.Shape.Custom;
import io.plugstream.gateway.ocpp2.Shape.Decimal;
import io.plugstream.gateway.ocpp2.Shape.Field;
import io.plugstream.gateway.ocpp2.Shape.Flag;
import io.plugstream.gateway.ocpp2.Shape.Listed;
import io.plugstream.gateway.ocpp2.Shape.Presence;
import io.plugstream.gateway.ocpp2.Shape.Sequence;
import io.plugstream.gateway.ocpp2.Shape.Structure;
import io.plugstream.gateway.ocpp2.Shape.Text;
import io.plugstream.gateway.ocpp2.Shape.Time;
import io.plugstream.gateway.ocpp2.Shape.Whole;
import io.plugstream.gateway.ocpp2.Shape.Word;
import io.plugstream.gateway.payload.ChargerTime;
import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.payload.Limits;
import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.gateway.payload.Violation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Validates one payload against its shape and reports the first violation. Optional fields that are null are removed,
 * where they are tolerated.
 */
final class Inspection {

    private static final String CUSTOM_DATA = "customData";

    /** OCPP 2.0.1: an object with the vendor's name and any other fields. */
    private static final Field CUSTOM = Shape.unused(CUSTOM_DATA, new Shape.Custom());

    private static final Field VENDOR_ID = Shape.required("vendorId", Shape.text(255));

    private final Strictness strictness;
    private final Set<Deviation> deviations = EnumSet.noneOf(Deviation.class);

    /** The current position in the payload: names of fields and indexes of elements. */
    private final List<Object> path = new ArrayList<>();

    private @Nullable Violation violation;

    private Inspection(Strictness strictness) {
        this.strictness = strictness;
    }

    static Validation<ObjectNode> inspect(ObjectNode payload, Shape shape, Strictness strictness) {
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
            case Decimal _ -> expect(node.isNumber(), ErrorCode.TYPE_CONSTRAINT_VIOLATION, "is not a number");
            case Flag _ -> expect(node.isBoolean(), ErrorCode.TYPE_CONSTRAINT_VIOLATION, "is not true or false");
            case Time _ ->
                expect(
                        isText(node) && ChargerTime.parse(node.stringValue()).isPresent(),
                        ErrorCode.PROPERTY_CONSTRAINT_VIOLATION,
                        "is not a date and time");
            case Anything _ -> {}
            case Sequence sequence -> look(node, sequence);
            case Structure structure -> look(node, structure);
            case Custom _ -> {
                if (expect(node.isObject(), ErrorCode.TYPE_CONSTRAINT_VIOLATION, "is not an object")) {
                    look((ObjectNode) node, VENDOR_ID);
                }
            }
        }
    }

    private void look(JsonNode node, Text text) {
        if (!isText(node)) {
            return;
        }
        String value = node.stringValue();
        int length = value.codePointCount(0, value.length());
        if (length <= text.longest()) {
            return;
        }
        Deviation deviation = tolerated(text.deviation());
        if (deviation == null) {
            violated(ErrorCode.PROPERTY_CONSTRAINT_VIOLATION, tooLong(text.longest()));
        } else if (length > text.tolerated()) {
            violated(ErrorCode.PROPERTY_CONSTRAINT_VIOLATION, tooLong(text.tolerated()));
        } else {
            deviations.add(deviation);
        }
    }

    private static String tooLong(int most) {
        return "is longer than " + most + " characters";
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
        if (!expect(
                node.isNumber() && node.canConvertToExactIntegral(),
                ErrorCode.TYPE_CONSTRAINT_VIOLATION,
                "is not an integer")) {
            return;
        }
        expect(
                node.canConvertToInt() && node.asInt() >= whole.least() && node.asInt() <= whole.most(),
                ErrorCode.PROPERTY_CONSTRAINT_VIOLATION,
                whole.least() == Integer.MIN_VALUE
                        ? "does not fit 32 bits"
                        : "is not between " + whole.least() + " and " + whole.most());
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
        for (int i = 0; i < node.size() && violation == null; i++) {
            path.add(i);
            look(node.get(i), sequence.element());
            path.removeLast();
            if (violation != null && forgive(sequence.deviation())) {
                ((ArrayNode) node).remove(i--);
            }
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
        look((ObjectNode) node, CUSTOM);
        for (String name : node.propertyNames()) {
            if (!name.equals(CUSTOM_DATA) && !structure.fields().containsKey(name)) {
                unknownField();
            }
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
        return name.equals(CUSTOM_DATA)
                || (field != null && !field.isRequired(Strictness.TOLERANT) && !(field.shape() instanceof Anything));
    }

    private void look(ObjectNode object, Field field) {
        if (violation != null) {
            return;
        }
        JsonNode value = value(object, field);
        path.add(field.name());
        if (value != null) {
            look(value, field.shape());
        } else if (field.isRequired(strictness)) {
            violated(ErrorCode.OCCURENCE_CONSTRAINT_VIOLATION, "is missing");
        } else if (field.presence() == Presence.EXPECTED) {
            deviations.add(Deviation.MISSING_FIELD);
        }
        path.removeLast();
        if (violation != null && forgive(field.ofFault())) {
            object.remove(field.name());
        }
    }

    /** A single reading becomes a list of one, where that is tolerated. */
    private @Nullable JsonNode value(ObjectNode object, Field field) {
        JsonNode value = object.get(field.name());
        if (value instanceof ObjectNode
                && field.shape() instanceof Sequence sequence
                && tolerated(sequence.deviation()) != null) {
            deviations.add(Deviation.BARE_ELEMENT);
            return object.putArray(field.name()).add(value);
        }
        return value;
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
