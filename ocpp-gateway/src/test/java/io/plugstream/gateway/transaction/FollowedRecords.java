package io.plugstream.gateway.transaction;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.gateway.publish.Append;
import io.plugstream.gateway.publish.FakeKafka;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.ChargerTransactions;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Reads the topic up to the last record whose acknowledgement a caller has waited for. */
final class FollowedRecords extends TransactionRecords {

    private final FakeKafka kafka;

    /** How many of this gateway's records are read. */
    final AtomicLong end = new AtomicLong();

    /** What other gateways wrote before them. */
    volatile ChargerTransactions left;

    volatile boolean deleted;

    FollowedRecords(FakeKafka kafka, ChargerTransactions left) {
        this(kafka, left, new SimpleMeterRegistry());
    }

    @SuppressWarnings("NullAway") // reading is overridden
    FollowedRecords(FakeKafka kafka, ChargerTransactions left, MeterRegistry meters) {
        super(null, null, kafka.log, meters);
        this.kafka = kafka;
        this.left = left;
    }

    /** Acknowledges everything, and reads it. */
    void land() {
        while (kafka.producer.completeNext()) {
            // There may be another one.
        }
        end.set(kafka.sent(Topics.OPEN_TRANSACTIONS).count());
    }

    @Override
    KnownTransactions load(ChargerId charger) {
        if (deleted) {
            return KnownTransactions.NONE;
        }
        return KnownTransactions.of(
                kafka.sent(Topics.OPEN_TRANSACTIONS).limit(end.get()).reduce(left, ChargerTransactions::following));
    }

    @Override
    KnownTransactions present(ChargerId charger) {
        return load(charger);
    }

    @Override
    boolean isRead(RecordMetadata written) {
        return end.get() > written.offset();
    }

    @Override
    KnownTransactions read(ChargerId charger, Append append) throws NotAcknowledgedException {
        end.accumulateAndGet(kafka.log.await(append).offset() + 1, Math::max);
        return load(charger);
    }
}
