package io.plugstream.model.charger;

import java.time.Instant;

/**
 * A gateway took a block of {@value #SIZE} transaction ids; the record's offset says which, so that no two gateways can
 * take the same.
 */
public record TransactionIdBlock(String instance, Instant takenAt) {

    /** Ids in a block. */
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
