package io.plugstream.webhook.outcome;

import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The claims of one shard that have no outcome yet, in the order of the log. Thread-safe. */
public final class OpenClaims {

    /** The offset of a claim that is being appended. */
    private static final long PENDING = -1;

    /** @param knownSince when this process made or read it, by a clock that is never set */
    private record Open(Claimed claim, long knownSince, long offset) {

        Open at(long appended) {
            return new Open(claim, knownSince, appended);
        }
    }

    private final Map<UUID, Open> open = new LinkedHashMap<>();
    private long end;

    /**
     * Adds claims that are being appended; {@link #due} omits them until {@link #appended}.
     *
     * @param now by a clock that is never set
     */
    public synchronized void sent(Collection<Claimed> claims, long now) {
        claims.forEach(claim -> open.put(claim.deliveryId(), new Open(claim, now, PENDING)));
    }

    /**
     * Notes that the claims' record is in the log. The claims of one record at a time are sent and appended. An offset
     * before the end means that the log was recreated or lost its end.
     */
    public synchronized void appended(Collection<Claimed> claims, long offset) {
        if (offset < end) {
            open.replaceAll((_, one) -> one.at(Math.min(one.offset(), offset)));
        }
        claims.forEach(claim -> open.computeIfPresent(claim.deliveryId(), (_, one) -> one.at(offset)));
        end = offset + 1;
    }

    /** Notes that the delivery's outcome is in the log. */
    public synchronized void ended(UUID deliveryId) {
        open.remove(deliveryId);
    }

    /** Notes that the log has been read up to this offset. */
    public synchronized void reached(long offset) {
        end = Math.max(end, offset);
    }

    /** The claims in the log that this process knows since {@code latest} or for longer. */
    public synchronized List<Claimed> due(long latest) {
        return open.values().stream()
                .filter(one -> one.offset() != PENDING)
                .filter(one -> one.knownSince() - latest <= 0)
                .map(Open::claim)
                .toList();
    }

    /** The offset below which every claim has an outcome. */
    public synchronized long openFrom() {
        if (open.isEmpty()) {
            return end;
        }
        long oldest = open.values().iterator().next().offset();
        return oldest == PENDING ? end : oldest;
    }

    public synchronized int size() {
        return open.size();
    }
}
