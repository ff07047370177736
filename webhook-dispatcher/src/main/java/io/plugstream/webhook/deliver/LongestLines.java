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

/** Publishes the webhooks with the longest lines as a metric; only a few, so that the number of labels is bounded. */
final class LongestLines implements AutoCloseable {

    private static final int MOST = 5;
    private static final int SECONDS = 5;

    private final Lines lines;
    private final MultiGauge gauge;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("longest-lines").daemon().factory());

    LongestLines(Lines lines, MeterRegistry meters) {
        this.lines = lines;
        this.gauge = MultiGauge.builder("plugstream.dispatcher.endpoint.waiting")
                .description("Deliveries that wait for the webhooks with the longest lines")
                .register(meters);
        var _ = clock.scheduleWithFixedDelay(this::tell, 0, SECONDS, TimeUnit.SECONDS);
    }

    void tell() {
        List<Row<?>> rows = lines.longest(MOST).entrySet().stream()
                .map(line -> Row.of(Tags.of("webhook", line.getKey()), line.getValue()))
                .collect(Collectors.toList());
        gauge.register(rows, true);
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
