package io.plugstream.gateway;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.parts.RealParts;
import java.util.UUID;

/**
 * One gateway and its topics for all tests of a JVM that do not need their own, and another gateway on first use. Each
 * test registers its own chargers. Gateways, topics and broker end with the JVM.
 */
final class SharedGateway {

    private SharedGateway() {}

    static RunningGateway gateway() {
        return Gateway.RUNNING;
    }

    /** A second gateway, for tests in which a charger moves between two. */
    static RunningGateway other() {
        return OtherGateway.RUNNING;
    }

    static TestTopics topics() {
        return Kafka.TOPICS;
    }

    /** A new charger that the shared gateway knows, with the password {@code secret}. */
    static ChargerId registered() throws Exception {
        // Creates the topics.
        RunningGateway gateway = gateway();
        ChargerId id = new ChargerId("demo", "CP-" + UUID.randomUUID());
        topics().register(id, "secret");
        gateway.awaitKnown(id);
        return id;
    }

    private static final class Kafka {
        static final TestTopics TOPICS = new TestTopics(RealParts.kafka().bootstrapServers());
    }

    /** Waits until both gateways have recovered after a test in which Kafka rejected records. */
    static void recover() throws Exception {
        gateway().awaitServed(registered());
        ChargerId id = registered();
        other().awaitKnown(id);
        other().awaitServed(id);
    }

    private static RunningGateway start() {
        return RunningGateway.start(
                RealParts.kafka().bootstrapServers(), "plugstream.shield.failures-per-minute=10000");
    }

    private static final class Gateway {
        static final RunningGateway RUNNING = start();
    }

    private static final class OtherGateway {
        static final RunningGateway RUNNING = start();
    }
}
