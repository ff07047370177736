package io.plugstream.api.database;

import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

class SweepTest {

    private final AtomicInteger runs = new AtomicInteger();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void afterAFailureIsCountedTheNextRunTriesAgain(boolean isThrown) {
        IllegalStateException failure = new IllegalStateException("not now");
        Sweep sweep = new Sweep(
                "shelves",
                Duration.ofMillis(1),
                () -> {
                    runs.incrementAndGet();
                    if (isThrown) {
                        throw failure;
                    }
                    return Mono.error(failure);
                },
                "Failed");
        sweep.bindTo(meters);
        sweep.start();

        await().until(() -> runs.get() > 2);
        sweep.stop();
        FunctionCounter failures = meters.get("plugstream.api.sweep.failures")
                .tag("sweep", "shelves")
                .functionCounter();
        await().until(() -> failures.count() == runs.get());
    }
}
