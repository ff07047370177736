package io.plugstream.gateway.ocpp;

import java.math.BigDecimal;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ValueNode;

/**
 * Refuses numbers that are short in a frame, such as {@code 1e9999}, but long in records, which never have exponents. A
 * frame of such numbers would become a thousand times as long.
 */
final class PlainNumbers extends JsonNodeFactory {

    /** As many as Jackson allows a number to have in a frame. */
    private static final int MOST_DIGITS = 1_000;

    @Override
    public ValueNode numberNode(BigDecimal value) {
        long scale = value.scale();
        long ofFraction = Math.max(scale, 0);
        long digits = ofFraction + Math.max(value.precision() - scale, 1);
        if (digits > MOST_DIGITS) {
            throw new StreamConstraintsException("a number has more than " + MOST_DIGITS + " digits");
        }
        return super.numberNode(value);
    }
}
