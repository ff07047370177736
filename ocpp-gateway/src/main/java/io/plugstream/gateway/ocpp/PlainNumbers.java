package io.plugstream.gateway.ocpp;

import java.math.BigDecimal;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ValueNode;

/**
 * Refuses numbers that are short in a frame, such as {@code 1e9999}, but long in records, which never have exponents. A
 * frame of such numbers would become a hundred times as long or more. For one frame.
 */
final class PlainNumbers extends JsonNodeFactory {

    /** As many as Jackson allows a number to have in a frame. */
    private static final int MOST_DIGITS = 1_000;

    /** By so many characters the numbers of a frame may become longer. With that, it still fits a record. */
    private static final int MOST_GROWTH = 256 * 1024;

    private long left;

    PlainNumbers(String frame) {
        this.left = (long) frame.length() + MOST_GROWTH;
    }

    @Override
    public ValueNode numberNode(BigDecimal value) {
        long scale = value.scale();
        long ofFraction = Math.max(scale, 0);
        long digits = ofFraction + Math.max(value.precision() - scale, 1);
        left -= digits;
        if (digits > MOST_DIGITS || left < 0) {
            throw new StreamConstraintsException("a number, or all together, have too many digits");
        }
        return super.numberNode(value);
    }
}
