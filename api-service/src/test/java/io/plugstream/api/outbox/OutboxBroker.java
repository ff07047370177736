package io.plugstream.api.outbox;

import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;

/**
 * A separate broker for the tests of publishing, because a service removes at its start all records that its own
 * database does not have. One test class at a time runs services on it. It stops with the JVM.
 */
final class OutboxBroker {

    private static final Kafka BROKER = start();

    private OutboxBroker() {}

    static Kafka get() {
        return BROKER;
    }

    private static Kafka start() {
        Kafka broker = RealParts.newKafka();
        Runtime.getRuntime().addShutdownHook(new Thread(broker::close));
        return broker;
    }
}
