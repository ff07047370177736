package io.plugstream.webhook.outcome;

import io.plugstream.model.webhook.DeliveryRecord;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The claims of one partition of the deliveries topic that have no outcome yet, in the order of the log. */
final class OpenClaims {

    private record Open(Claimed claim, long offset) {}

    private final Map<UUID, Open> open = new LinkedHashMap<>();

    void apply(DeliveryRecord step, long offset) {
        switch (step) {
            case Claimed claim -> open.putIfAbsent(claim.deliveryId(), new Open(claim, offset));
            case Ended ended -> close(ended);
        }
    }

    void close(Ended ended) {
        open.remove(ended.deliveryId());
    }

    /** Claims made at or before {@code latest}. */
    List<Claimed> claimedBy(Instant latest) {
        return open.values().stream()
                .map(Open::claim)
                .filter(claim -> !claim.claimedAt().isAfter(latest))
                .toList();
    }

    /** What came before this offset need not be read again: the oldest open claim's, else {@code position}. */
    long neededFrom(long position) {
        return open.isEmpty() ? position : open.values().iterator().next().offset();
    }

    int size() {
        return open.size();
    }
}
