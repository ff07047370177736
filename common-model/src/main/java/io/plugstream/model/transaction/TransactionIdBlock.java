package io.plugstream.model.transaction;

import java.time.Instant;

/**
 * A block of {@value #SIZE} transaction ids that a gateway took. The record's offset identifies the block, so that no
 * two gateways can take the same one.
 */
public record TransactionIdBlock(String instance, Instant takenAt) {

    public static final int SIZE = 100;

    /**
     * The first id of the block whose record has this offset.
     *
     * @throws ArithmeticException when the 31-bit ids are used up
     */
    public static int firstId(long offset) {
        int first = Math.toIntExact(Math.addExact(Math.multiplyExact(offset, (long) SIZE), 1));
        Math.addExact(first, SIZE - 1);
        return first;
    }
}
