package io.plugstream.api.outbox;

import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;

/**
 * A broker for the tests of publishing, apart from that of the others, because a service removes at its start what its
 * own database does not know. One class at a time has a service on it. It ends with the JVM.
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
