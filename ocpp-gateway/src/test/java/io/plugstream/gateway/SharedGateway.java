package io.plugstream.gateway;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.parts.RealParts;
import java.util.UUID;

/**
 * One gateway and its topics for all tests of a JVM that do not need their own. Each test registers its own chargers.
 * Gateway, topics and broker end with the JVM.
 */
final class SharedGateway {

    private SharedGateway() {}

    static RunningGateway gateway() {
        return Gateway.RUNNING;
    }

    static TestTopics topics() {
        return Kafka.TOPICS;
    }

    /** A new charger that the shared gateway knows, with the password {@code secret}. */
    static ChargerId registered() throws Exception {
        ChargerId id = new ChargerId("demo", "CP-" + UUID.randomUUID());
        topics().register(id, "secret");
        gateway().awaitKnown(id);
        return id;
    }

    private static final class Kafka {
        static final TestTopics TOPICS = new TestTopics(RealParts.kafka().bootstrapServers());
    }

    private static final class Gateway {
        static final RunningGateway RUNNING = RunningGateway.start(
                RealParts.kafka().bootstrapServers(), "plugstream.shield.failures-per-minute=10000");
    }
}
