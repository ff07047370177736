package io.plugstream.api.platform;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Two calls that append at once wait for each other's microseconds in their producer; nothing else may, as its {@code
 * max.block.ms} is 0.
 */
public final class SharedProducer implements BlockHoundIntegration {

    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.allowBlockingCallsInside("org.apache.kafka.clients.producer.KafkaProducer", "doSend");
    }
}
