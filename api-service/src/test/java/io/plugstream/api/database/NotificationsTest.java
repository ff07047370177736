package io.plugstream.api.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.r2dbc.spi.ConnectionFactories;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class NotificationsTest {

    private final Notifications notifications = new CurrentNotifications(
            // Never connected to.
            ConnectionFactories.get("r2dbc:postgresql://nobody:nothing@localhost:1/none"));

    /** What was missed would otherwise stay unknown until the next connection. */
    @Test
    void aReloadIsRepeatedUntilItSucceeds() {
        AtomicInteger attempts = new AtomicInteger();
        AtomicInteger successes = new AtomicInteger();
        notifications.listen("channel", _ -> {}, Mono.fromRunnable(() -> {
            if (attempts.incrementAndGet() < 2) {
                throw new IllegalStateException("the database is away");
            }
            successes.incrementAndGet();
        }));

        notifications.connected();

        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(successes).hasValue(1));
        assertThat(attempts).hasValue(2);
    }

    /** A connection that breaks often must not start ever more reloads. */
    @Test
    void aReloadEndsWhenTheNextOneBegins() {
        AtomicInteger running = new AtomicInteger();
        notifications.listen(
                "channel",
                _ -> {},
                Mono.<Void>never().doOnSubscribe(_ -> running.incrementAndGet()).doOnCancel(running::decrementAndGet));

        notifications.connected();
        notifications.connected();

        assertThat(running).hasValue(1);
    }
}
