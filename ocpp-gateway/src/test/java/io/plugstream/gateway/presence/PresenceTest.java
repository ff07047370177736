package io.plugstream.gateway.presence;

import static io.plugstream.gateway.publish.FakeKafka.NOW;
import static org.awaitility.Awaitility.await;

import io.plugstream.base.Instance;
import io.plugstream.gateway.publish.FakeKafka;
import io.plugstream.gateway.publish.GatewayRun;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class PresenceTest {

    private final AtomicBoolean failed = new AtomicBoolean();

    /** Without beats, all other gateways would take this one for lost while it serves chargers. */
    @Test
    @SuppressWarnings("NullAway") // nothing but the beat is needed
    void theNextBeatFollowsAnError() {
        try (FakeKafka kafka = FakeKafka.open()) {
            Presence presence = new Presence(
                    kafka.log,
                    kafka.publications(Clock.systemUTC()),
                    null,
                    new GatewayRun(new UUID(0, 1)),
                    new Instance("gateway"),
                    null,
                    null,
                    new PresenceProperties(Duration.ofMillis(50), 6),
                    new FailingClock());
            presence.start();

            await().until(() -> !kafka.producer.history().isEmpty());

            presence.stop();
        }
    }

    /** Fails once, like a class that cannot be loaded. */
    private final class FailingClock extends Clock {

        @Override
        public Instant instant() {
            if (failed.compareAndSet(false, true)) {
                throw new NoClassDefFoundError("for a test");
            }
            return NOW;
        }

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
