package io.plugstream.base.kafka;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Collection;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;

/** Counts Kafka's brokers. A scrape gets the previous answer and asks again, so that it never waits for Kafka. */
public final class BrokerCount implements MeterBinder {

    private final Supplier<KafkaFuture<Collection<Node>>> brokers;
    private volatile double last = Double.NaN;

    public BrokerCount(KafkaClients clients) {
        this(() -> clients.sharedAdmin().describeCluster().nodes());
    }

    BrokerCount(Supplier<KafkaFuture<Collection<Node>>> brokers) {
        this.brokers = brokers;
    }

    @Override
    public void bindTo(MeterRegistry meters) {
        Gauge.builder("plugstream.kafka.brokers", this, BrokerCount::ask)
                .description("Brokers that Kafka had at the previous scrape; NaN if none answered")
                .register(meters);
    }

    private double ask() {
        double answer = last;
        var _ = brokers.get().whenComplete((nodes, failure) -> last = failure == null ? nodes.size() : Double.NaN);
        return answer;
    }
}
