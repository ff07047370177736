package io.plugstream.webhook.claim;

import java.util.UUID;

/**
 * A hash table from ids to numbers in one array: 24 bytes per slot, at most two thirds filled. The nil UUID is not
 * allowed.
 */
final class IdTable {

    static final long ABSENT = -1;

    private static final int FIELDS = 3;
    private static final int SMALLEST = 64;

    private long[] slots = new long[SMALLEST * FIELDS];
    private int size;

    /** Adds an id; a present id keeps its number. */
    void put(UUID id, long number) {
        if ((size + 1) * 3 > capacity() * 2) {
            grow();
        }
        put(id.getMostSignificantBits(), id.getLeastSignificantBits(), number);
    }

    /** The number of {@code id}, or {@link #ABSENT}. */
    long get(UUID id) {
        int slot = slot(id.getMostSignificantBits(), id.getLeastSignificantBits());
        return isFree(slot) ? ABSENT : slots[slot + 2];
    }

    int size() {
        return size;
    }

    private void put(long most, long least, long number) {
        int slot = slot(most, least);
        if (isFree(slot)) {
            slots[slot] = most;
            slots[slot + 1] = least;
            slots[slot + 2] = number;
            size++;
        }
    }

    /** The slot in which the id is or would be. */
    private int slot(long most, long least) {
        int mask = capacity() - 1;
        int place = mix(most ^ Long.rotateLeft(least, 32)) & mask;
        while (true) {
            int slot = place * FIELDS;
            if (isFree(slot) || (slots[slot] == most && slots[slot + 1] == least)) {
                return slot;
            }
            place = (place + 1) & mask;
        }
    }

    private boolean isFree(int slot) {
        return slots[slot] == 0 && slots[slot + 1] == 0;
    }

    private void grow() {
        long[] former = slots;
        slots = new long[former.length * 2];
        size = 0;
        for (int slot = 0; slot < former.length; slot += FIELDS) {
            if (former[slot] != 0 || former[slot + 1] != 0) {
                put(former[slot], former[slot + 1], former[slot + 2]);
            }
        }
    }

    private int capacity() {
        return slots.length / FIELDS;
    }

    /** Ids of the same millisecond differ in few bits, so all bits must affect the hash. */
    private static int mix(long bits) {
        long mixed = (bits ^ bits >>> 33) * 0xff51afd7ed558ccdL;
        return (int) (mixed ^ mixed >>> 33);
    }
}
