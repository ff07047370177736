package io.plugstream.api.database;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

class SweepTest {

    private final AtomicInteger runs = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void afterAFailureTheNextRunTriesAgain(boolean isThrown) {
        IllegalStateException failure = new IllegalStateException("not now");
        Sweep sweep = new Sweep(
                Duration.ofMillis(1),
                () -> {
                    runs.incrementAndGet();
                    if (isThrown) {
                        throw failure;
                    }
                    return Mono.error(failure);
                },
                "Failed");
        sweep.start();

        await().until(() -> runs.get() > 2);
        sweep.stop();
    }
}
