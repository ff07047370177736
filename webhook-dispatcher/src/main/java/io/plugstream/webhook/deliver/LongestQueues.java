package io.plugstream.webhook.deliver;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.plugstream.base.RepeatingWork;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Publishes the webhooks with the longest queues as a metric; only a few, so that the number of labels is bounded. */
final class LongestQueues extends RepeatingWork {

    private static final int MOST = 5;
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final DeliveryQueues queues;
    private final MultiGauge gauge;

    LongestQueues(DeliveryQueues queues, MeterRegistry meters) {
        super("longest-queues", Duration.ZERO, PAUSE);
        this.queues = queues;
        this.gauge = MultiGauge.builder("plugstream.dispatcher.endpoint.waiting")
                .description("Deliveries that wait for the webhooks with the longest queues")
                .register(meters);
    }

    @Override
    protected void work() {
        List<Row<?>> rows = queues.longest(MOST).entrySet().stream()
                .map(queue -> Row.of(Tags.of("webhook", queue.getKey()), queue.getValue()))
                .collect(Collectors.toList());
        gauge.register(rows, true);
    }
}
