package io.plugstream.system.fault;

import io.plugstream.system.Organisation;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Calls the API for an organisation, one call after another, at random replicas. */
final class Caller implements Runnable {

    private static final List<String> PATHS =
            List.of("/api/v1/chargers", "/api/v1/organisation", "/api/v1/transactions?limit=5");

    private final Organisation organisation;
    private final List<URI> replicas;
    private final Duration between;
    private final Random random;
    private final Latencies latencies;
    private final AtomicInteger resets;
    private volatile boolean stopping;

    /** @param resets counts calls whose connection broke */
    Caller(
            Organisation organisation,
            List<URI> replicas,
            Duration between,
            Random random,
            Latencies latencies,
            AtomicInteger resets) {
        this.organisation = organisation;
        this.replicas = replicas;
        this.between = between;
        this.random = random;
        this.latencies = latencies;
        this.resets = resets;
    }

    void stop() {
        stopping = true;
    }

    @Override
    public void run() {
        try {
            while (!stopping) {
                call();
                TimeUnit.MILLISECONDS.sleep(Math.round(between.toMillis() * (0.5 + random.nextDouble())));
            }
        } catch (InterruptedException _) {
            // The test has ended before the load.
        }
    }

    private void call() {
        Instant at = Instant.now();
        try {
            int status = organisation
                    .at(replicas.get(random.nextInt(replicas.size())))
                    .get(PATHS.get(random.nextInt(PATHS.size())))
                    .statusCode();
            if (status < 500) {
                latencies.answered(at, Instant.now());
            } else {
                latencies.failed(at);
            }
        } catch (UncheckedIOException e) {
            if (!(e.getCause() instanceof ConnectException)) {
                resets.incrementAndGet();
                latencies.failed(at);
            }
            // Nothing listens there: a load balancer would have used the other replica.
        }
    }
}
