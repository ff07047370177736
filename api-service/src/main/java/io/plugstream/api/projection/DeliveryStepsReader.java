package io.plugstream.api.projection;

import io.plugstream.model.topic.Topics;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the claims and the ends of deliveries from their two topics. */
final class DeliveryStepsReader implements RecordReader<DeliverySteps> {

    private final ClaimReader claims = new ClaimReader();
    private final DeliveryReader ends = new DeliveryReader();

    @Override
    public Optional<DeliverySteps> read(ConsumerRecord<byte[], byte[]> record) {
        return record.topic().equals(Topics.WEBHOOK_CLAIMS.name())
                ? claims.read(record).map(DeliverySteps::of)
                : ends.read(record).map(DeliverySteps::of);
    }

    @Override
    public Instant madeAt(DeliverySteps steps) {
        return steps.madeAt();
    }
}
