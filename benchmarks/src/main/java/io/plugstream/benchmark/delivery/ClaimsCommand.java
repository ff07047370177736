package io.plugstream.benchmark.delivery;

import io.plugstream.benchmark.measure.Benchmark;
import io.plugstream.benchmark.platform.Clients;
import io.plugstream.benchmark.platform.JavaProcess;
import io.plugstream.benchmark.platform.Platform;
import io.plugstream.benchmark.platform.Stage;
import io.plugstream.local.process.ServiceProcess;
import io.plugstream.model.topic.Topics;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.clients.producer.KafkaProducer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how long a dispatcher takes until it claims, with many claims in the log and with none. */
@Command(
        name = "claims",
        description =
                "Claims of several days in Kafka: time from the start of webhook-dispatcher until all shards are open,"
                        + " with and without them.")
public final class ClaimsCommand extends Benchmark {

    private static final Duration MEMORY = Duration.ofMinutes(15);
    private static final Duration DAYS = Duration.ofDays(6);

    @Option(names = "--count", description = "Claims of the last days")
    private int count = 1_000_000;

    @Option(names = "--rate", description = "Claims a second within the last 15 minutes, which are among them")
    private int rate = 500;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = out();
        try (Stage stage = Stage.open()) {
            Clients clients = new Clients(stage.bootstrapServers());
            clients.create(Topics.WEBHOOK_CLAIMS);
            start(stage, out, "without claims, the first start on this machine");
            start(stage, out, "without claims");
            int recent = Math.min(count, (int) (rate * MEMORY.toSeconds()));
            try (KafkaProducer<byte[], byte[]> producer = clients.producer()) {
                PastClaims past = new PastClaims(producer);
                Instant now = Instant.now();
                past.append(count - recent, now.minus(DAYS), now.minus(MEMORY));
                past.append(recent, now.minus(MEMORY), now);
            }
            out.printf("%,d claims, %,d of them within %s%n", count, recent, MEMORY);
            start(stage, out, "with them");
            start(stage, out, "with them, once more");
        }
        return 0;
    }

    private void start(Stage stage, PrintWriter out, String what) throws IOException, InterruptedException {
        long began = System.nanoTime();
        ServiceProcess service = stage.start(home(), "webhook-dispatcher", Platform.WEBHOOKS, jvm());
        double seconds = (System.nanoTime() - began) / 1e9;
        double megabytes = JavaProcess.of(service).liveHeap() / 1e6;
        out.printf("%.1f s until all shards are open, %s; live heap %.1f MB%n", seconds, what, megabytes);
        stage.stop(service);
    }
}
