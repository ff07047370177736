package io.plugstream.gateway;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.util.UUID;

/**
 * One gateway and a broker of its own for all tests of a JVM that pause Kafka. The gateway waits 2 s for Kafka. Each
 * test registers its own chargers, and calls {@link #recover} at its end. Gateway, topics and broker end with the JVM.
 */
final class FragileGateway {

    private static boolean isPaused;

    private FragileGateway() {}

    static RunningGateway gateway() {
        return Parts.GATEWAY;
    }

    static TestTopics topics() {
        return Parts.TOPICS;
    }

    static String kafka() {
        return Parts.KAFKA.bootstrapServers();
    }

    /** A new charger that the gateway knows, with the password {@code secret}. */
    static ChargerId registered() throws Exception {
        ChargerId id = newId();
        topics().register(id, "secret");
        gateway().awaitKnown(id);
        return id;
    }

    static ChargerId newId() {
        return new ChargerId("demo", "CP-" + UUID.randomUUID());
    }

    static synchronized void pauseKafka() {
        Parts.KAFKA.pause();
        isPaused = true;
    }

    static synchronized void resumeKafka() {
        if (isPaused) {
            Parts.KAFKA.resume();
            isPaused = false;
        }
    }

    /** Resumes Kafka if the test has failed before, and waits until the gateway has recovered from the outage. */
    static void recover() throws Exception {
        resumeKafka();
        gateway().awaitServed(registered());
    }

    private static final class Parts {
        static final Kafka KAFKA = RealParts.newKafka();
        static final TestTopics TOPICS = new TestTopics(KAFKA.bootstrapServers());
        static final RunningGateway GATEWAY = RunningGateway.start(
                KAFKA.bootstrapServers(),
                "plugstream.gateway.publish.acknowledgement-timeout=2s",
                "plugstream.shield.failures-per-minute=10000");

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(KAFKA::close));
        }
    }
}
