package io.plugstream.benchmark.delivery;

import io.plugstream.benchmark.measure.Benchmark;
import io.plugstream.benchmark.measure.Figures;
import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.measure.LoadOptions;
import io.plugstream.benchmark.measure.Run;
import io.plugstream.benchmark.platform.Clients;
import io.plugstream.benchmark.platform.JavaProcess;
import io.plugstream.benchmark.platform.Platform;
import io.plugstream.benchmark.platform.Stage;
import io.plugstream.local.process.ServiceProcess;
import io.plugstream.model.topic.Topics;
import java.io.IOException;
import java.io.PrintWriter;
import org.apache.kafka.clients.producer.KafkaProducer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures how long an event takes from Kafka to its receiver. */
@Command(
        name = "deliveries",
        description = "Event in Kafka to POST at the receiver, through a real broker and the real webhook-dispatcher;"
                + " baseline: the same bytes POSTed directly to the same receiver.")
public final class DeliveriesCommand extends Benchmark {

    private static final Load GENTLE = new Load(100, 10);

    @Mixin
    private LoadOptions options = new LoadOptions();

    @Option(names = "--organisations", description = "How many organisations, with a webhook each, have events in turn")
    private int organisations = 50;

    @Option(
            names = "--compare",
            negatable = true,
            description = "Also print throughput, isolation, and 10 against 10,000 registered webhooks")
    private boolean compare;

    @Option(
            names = "--soak",
            description = "Only this: so many deliveries in ten runs at the last rate, with the live heap")
    private int soak;

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (Stage stage = Stage.open();
                Receiver receiver = new Receiver();
                BarePosts posts = new BarePosts();
                KafkaProducer<byte[], byte[]> producer = new Clients(stage.bootstrapServers()).producer()) {
            new Clients(stage.bootstrapServers()).create(Topics.WEBHOOK_REGISTRATIONS);
            Deliveries deliveries = new Deliveries(receiver, producer, posts);
            ServiceProcess dispatcher = stage.start(home(), "webhook-dispatcher", Platform.WEBHOOKS, jvm());
            int lost = soak > 0 ? soak(deliveries, JavaProcess.of(dispatcher)) : measure(deliveries);
            return lost == 0 ? 0 : 1;
        }
    }

    private int soak(Deliveries deliveries, JavaProcess dispatcher) throws IOException, InterruptedException {
        deliveries.register(0, organisations);
        Events events = new Events(organisations);
        warmUp(deliveries, events);
        return new Soak(deliveries, dispatcher, out())
                .run(events, soak, options.loads().getLast().rate());
    }

    private int measure(Deliveries deliveries) throws InterruptedException {
        PrintWriter out = out();
        Comparisons comparisons = new Comparisons(deliveries, out);
        Load last = options.loads().getLast();
        deliveries.register(0, Math.max(organisations, Comparisons.ENDPOINTS));
        Events warm = new Events(organisations);
        var _ = deliveries.bare(warm, LoadOptions.BRIEF);
        warmUp(deliveries, warm);
        if (compare) {
            // First, because it warms up the JVM best.
            comparisons.throughput();
        }
        int lost = latencies(deliveries);
        if (compare) {
            comparisons.isolation(last);
            deliveries.unregister(Comparisons.FEW, Math.max(organisations, Comparisons.ENDPOINTS));
            comparisons.registered(Comparisons.FEW, last);
            deliveries.register(0, Comparisons.MANY);
            comparisons.registered(Comparisons.MANY, last);
        }
        return lost + comparisons.lost();
    }

    private void warmUp(Deliveries deliveries, Events events) throws InterruptedException {
        // On the smallest machine, a dispatcher that has just started cannot handle the full rate at once.
        var _ = deliveries.delivered(events, GENTLE);
        var _ = deliveries.delivered(events, options.warmUp());
    }

    private int latencies(Deliveries deliveries) throws InterruptedException {
        Events events = new Events(organisations);
        int lost = 0;
        Figures figures = new Figures(out(), "event in Kafka to POST at the receiver", "the same bytes POSTed");
        for (int round = 1; round <= options.rounds(); round++) {
            for (Load load : options.loads()) {
                Run baseline = deliveries.bare(events, load);
                Run measured = deliveries.delivered(events, load);
                figures.add(load, measured, baseline);
                lost += measured.missing() + measured.repeated();
            }
        }
        return lost;
    }
}
