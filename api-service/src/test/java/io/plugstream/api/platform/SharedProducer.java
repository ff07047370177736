package io.plugstream.api.platform;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Allows blocking in the Kafka producer: concurrent appends wait a few microseconds for each other. Nothing else blocks
 * there, because the producer's {@code max.block.ms} is 0.
 */
public final class SharedProducer implements BlockHoundIntegration {

    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.allowBlockingCallsInside("org.apache.kafka.clients.producer.KafkaProducer", "doSend");
    }
}
