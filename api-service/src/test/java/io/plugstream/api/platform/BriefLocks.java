package io.plugstream.api.platform;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Allows waits of a few microseconds: concurrent appends of the Kafka producer wait for each other, as do calls that get
 * the producer or an id at the same time. Nothing else blocks there; the producer's {@code max.block.ms} is 0.
 */
public final class BriefLocks implements BlockHoundIntegration {

    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.allowBlockingCallsInside("org.apache.kafka.clients.producer.KafkaProducer", "doSend")
                .allowBlockingCallsInside(
                        "org.springframework.kafka.core.DefaultKafkaProducerFactory", "doCreateProducer")
                .allowBlockingCallsInside("com.fasterxml.uuid.impl.TimeBasedEpochGenerator", "construct");
    }
}
