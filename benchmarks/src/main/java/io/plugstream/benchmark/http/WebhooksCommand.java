package io.plugstream.benchmark.http;

import io.plugstream.benchmark.measure.Benchmark;
import io.plugstream.benchmark.measure.Figures;
import io.plugstream.benchmark.platform.Member;
import io.plugstream.benchmark.platform.Site;
import io.plugstream.benchmark.platform.Stage;
import io.plugstream.model.event.EventType;
import io.plugstream.model.quota.Tier;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how many metered calls a second the API answers. */
@Command(
        name = "webhooks",
        mixinStandardHelpOptions = true,
        description = "GET /api/v1/webhooks with a key of the Scale tier, through the real api-service, quota-service,"
                + " Kafka and PostgreSQL; yardstick: a bare WebFlux endpoint that answers the same bytes.")
public final class WebhooksCommand extends Benchmark {

    private static final String ROW = "%8s %11s %9s %9s   %11s %9s %9s   %6s%n";
    private static final String ORGANISATION = "benchmark";
    private static final int WEBHOOKS = 3;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "256",
            description = "Connections, each in a closed loop (default: ${DEFAULT-VALUE})")
    private int connections;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "10",
            description = "Seconds of a run (default: ${DEFAULT-VALUE})")
    private int seconds;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "Number of rounds, each with both measurements (default: ${DEFAULT-VALUE})")
    private int rounds;

    @Option(names = "--in-memory", description = "Request the organisation instead, which is not read from PostgreSQL")
    private boolean inMemory;

    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException {
        try (Stage stage = Stage.open();
                Site site = Site.startApi(stage, home())) {
            Target measured = inMemory ? Target.organisation(site, ORGANISATION, Tier.SCALE) : webhooks(site);
            byte[] body = measured.answer();
            try (Yardstick bare = Yardstick.start(stage.directory(), Stage.jvm(), body, measured)) {
                measure(measured, bare.target(), body.length);
            }
        }
        return 0;
    }

    private void measure(Target measured, Target bare, int bytes) throws InterruptedException, ExecutionException {
        run(bare);
        run(measured);
        PrintWriter out = out();
        out.printf(
                "%nGET %s, %d bytes, %d connections, %d s a run; latencies in milliseconds; yardstick: bare WebFlux.%n%n",
                measured.path(), bytes, connections, seconds);
        out.printf(ROW, "round", "requests/s", "p50", "p99", "bare req/s", "bare p50", "bare p99", "ratio");
        for (int round = 1; round <= rounds; round++) {
            Burst yardstick = run(bare);
            Burst ours = run(measured);
            out.printf(
                    ROW,
                    round,
                    Figures.number(ours.perSecond()),
                    Figures.millis(ours.latencies(), 0.5),
                    Figures.millis(ours.latencies(), 0.99),
                    Figures.number(yardstick.perSecond()),
                    Figures.millis(yardstick.latencies(), 0.5),
                    Figures.millis(yardstick.latencies(), 0.99),
                    String.format(Locale.ROOT, "%.2f", ours.perSecond() / yardstick.perSecond()));
            out.flush();
        }
    }

    private Burst run(Target target) throws InterruptedException, ExecutionException {
        byte[] request = target.request();
        return Burst.of(target.port(), () -> request, connections, Duration.ofSeconds(seconds));
    }

    /** Creates a Scale organisation with a few webhooks; the target lists them. */
    private static Target webhooks(Site site) throws IOException, InterruptedException {
        Member member = site.member(ORGANISATION, Tier.SCALE, 1);
        for (int number = 0; number < WEBHOOKS; number++) {
            site.webhook(member, "http://127.0.0.1:9/" + number, List.of(EventType.CHARGER_BOOT));
        }
        return new Target(site.apiPort(), Target.WEBHOOKS, member.key());
    }
}
