package io.plugstream.benchmark.delivery;

import java.util.UUID;

/** The numbers of run and event, encoded in the event's id so that a delivery can be assigned to them. */
record EventId(int run, int index) {

    private static final long VERSION_7 = 0x7000L;
    private static final long VARIANT = 0x8000000000000000L;
    private static final int RUN_BITS = 0x3FFF_FFFF;

    UUID uuid(long millis) {
        return new UUID(millis << 16 | VERSION_7, VARIANT | (long) (run & RUN_BITS) << 32 | index);
    }

    static EventId of(UUID uuid) {
        long bits = uuid.getLeastSignificantBits();
        return new EventId((int) (bits >>> 32) & RUN_BITS, (int) bits);
    }
}
