package io.plugstream.api.live;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * The ids of a stream's events: a version, the {@link Position} after the event in variable-length numbers, and a
 * checksum over these and the audience, which detects altered and foreign ids. A forged id gives access to no foreign
 * events.
 */
final class EventIds {

    private static final byte VERSION = 1;
    private static final int LONGEST = 512;
    private static final int LOW_BITS = 0x7f;
    private static final int MORE = 0x80;
    private static final int BITS = 7;

    private EventIds() {}

    static String write(Position position, Audience audience) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(VERSION);
        Position.slots().forEach(slot -> write(position.next(slot), bytes));
        bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES)
                .putInt(checksum(bytes.toByteArray(), audience))
                .array());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
    }

    /** Empty for malformed, altered and foreign ids. */
    static Optional<Position> read(String id, Audience audience) {
        if (id.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(id));
            if (bytes.get() != VERSION) {
                return Optional.empty();
            }
            Position position =
                    Position.of(Position.slots().mapToLong(_ -> read(bytes)).toArray());
            // Also rejects trailing bytes and other encodings of the same position.
            return Optional.of(position).filter(read -> write(read, audience).equals(id));
        } catch (IllegalArgumentException | java.nio.BufferUnderflowException _) {
            return Optional.empty();
        }
    }

    private static void write(long number, ByteArrayOutputStream bytes) {
        long rest = number;
        while (rest > LOW_BITS) {
            bytes.write((int) (rest & LOW_BITS) | MORE);
            rest >>>= BITS;
        }
        bytes.write((int) rest);
    }

    private static long read(ByteBuffer bytes) {
        long number = 0;
        for (int shift = 0; shift < Long.SIZE - 1; shift += BITS) {
            int part = bytes.get();
            number |= (long) (part & LOW_BITS) << shift;
            if (part >= 0) {
                return number;
            }
        }
        throw new IllegalArgumentException("a number is too long");
    }

    private static int checksum(byte[] bytes, Audience audience) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        checksum.update(audience.organisationId().getBytes(StandardCharsets.UTF_8));
        checksum.update(('/' + audience.mode().wireName()).getBytes(StandardCharsets.UTF_8));
        return (int) checksum.getValue();
    }
}
