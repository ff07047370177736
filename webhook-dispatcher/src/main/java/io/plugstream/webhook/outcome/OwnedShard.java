package io.plugstream.webhook.outcome;

import io.plugstream.model.webhook.DeliveryRecord.Ended;
import java.util.List;

/** A shard that only this instance owns, as long as it can append to it. */
public interface OwnedShard {

    int number();

    OpenClaims openClaims();

    /**
     * Appends outcomes; returns once all are in the log.
     *
     * @throws org.apache.kafka.common.KafkaException if the result is unknown, for example because another instance
     *     owns the shard by now
     */
    void append(List<Ended> outcomes);
}
