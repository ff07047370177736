package io.plugstream.gateway.meter;

import io.plugstream.model.charger.ChargerId;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;

/**
 * The id of an event with readings. It is derived from all readings of the message, so a repeated message always gets
 * the same id and consumers recognise the copy.
 */
final class ReadingEventId {

    private static final long TIME = 0xFFFF_FFFF_FFFFL;
    private static final long VERSION_7 = 0x7000;
    private static final long RANDOM_A = 0x0FFF;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final long RANDOM_B = 0x3FFF_FFFF_FFFF_FFFFL;

    private ReadingEventId() {}

    /**
     * A UUIDv7 with the time of the latest reading and bits of a SHA-256 instead of random bits.
     *
     * @param part of a message whose readings do not fit one event; the first one is 0
     */
    static UUID of(ChargerId charger, int transactionId, NormalisedValues values, int part) {
        List<ReadingFingerprint> readings =
                ReadingFingerprint.of(values).sorted(ReadingFingerprint.ORDER).toList();
        Digest digest = new Digest().add(charger.toString()).add(Integer.toString(transactionId));
        for (ReadingFingerprint reading : readings) {
            digest.add(Long.toString(reading.at())).add(Long.toString(reading.hash()));
        }
        if (part > 0) {
            digest.add(Integer.toString(part));
        }
        ByteBuffer bits = ByteBuffer.wrap(digest.bytes());
        long time = Math.clamp(readings.getLast().at(), 0, TIME);
        return new UUID((time << 16) | VERSION_7 | (bits.getLong() & RANDOM_A), VARIANT | (bits.getLong() & RANDOM_B));
    }
}
