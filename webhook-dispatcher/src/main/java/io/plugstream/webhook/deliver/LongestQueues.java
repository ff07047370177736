package io.plugstream.webhook.deliver;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Publishes the webhooks with the longest queues as a metric; only a few, so that the number of labels is bounded. */
final class LongestQueues implements AutoCloseable {

    private static final int MOST = 5;
    private static final int SECONDS = 5;

    private final DeliveryQueues queues;
    private final MultiGauge gauge;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("longest-queues").daemon().factory());

    LongestQueues(DeliveryQueues queues, MeterRegistry meters) {
        this.queues = queues;
        this.gauge = MultiGauge.builder("plugstream.dispatcher.endpoint.waiting")
                .description("Deliveries that wait for the webhooks with the longest queues")
                .register(meters);
        var _ = clock.scheduleWithFixedDelay(this::publish, 0, SECONDS, TimeUnit.SECONDS);
    }

    void publish() {
        List<Row<?>> rows = queues.longest(MOST).entrySet().stream()
                .map(queue -> Row.of(Tags.of("webhook", queue.getKey()), queue.getValue()))
                .collect(Collectors.toList());
        gauge.register(rows, true);
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
