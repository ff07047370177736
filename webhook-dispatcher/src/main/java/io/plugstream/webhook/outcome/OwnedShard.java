package io.plugstream.webhook.outcome;

import io.plugstream.model.webhook.DeliveryRecord.Ended;
import java.util.List;

/** A shard whose only owner this instance is, as long as it can append to it. */
public interface OwnedShard {

    int number();

    OpenClaims openClaims();

    /**
     * Appends outcomes; returns when all are in the log.
     *
     * @throws org.apache.kafka.common.KafkaException if that is not known, as when another instance owns the shard by now
     */
    void append(List<Ended> outcomes);
}
