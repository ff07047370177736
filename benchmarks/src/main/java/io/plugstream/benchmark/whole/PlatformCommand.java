package io.plugstream.benchmark.whole;

import io.plugstream.benchmark.cost.Costs;
import io.plugstream.benchmark.measure.Benchmark;
import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.measure.Run;
import io.plugstream.benchmark.platform.Member;
import io.plugstream.benchmark.platform.Site;
import io.plugstream.benchmark.platform.Stage;
import io.plugstream.model.event.EventType;
import io.plugstream.model.quota.Tier;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the cost of a message, a call and a registration for all processes, and the latency of each leg. */
@Command(
        name = "platform",
        description =
                "All four services, a broker, PostgreSQL, chargers over real sockets, a receiver and a stream: what a"
                        + " message costs each process, and when it is answered, logged, claimed, received and streamed.")
public final class PlatformCommand extends Benchmark {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Registrations per second. */
    private static final int REGISTRATIONS = 50;

    /** Seconds of API requests. */
    private static final int ASKING = 10;

    /** Seconds without messages. */
    private static final int IDLE = 10;

    /** Messages per second of the one watched charger: two sessions a second. */
    private static final int WATCHED_RATE = 20;

    private static final int MOST_OF_EACH = 6;

    @Option(
            names = "--rates",
            split = ",",
            defaultValue = "50,300,1000",
            description = "Messages a second, one run each")
    private List<Integer> rates = List.of();

    @Option(names = "--seconds", description = "Seconds of a run; at most 120")
    private int seconds = 30;

    @Option(names = "--warm-up", description = "Seconds of load before the first figure; at most 120")
    private int warmUp = 60;

    @Option(
            names = "--warm-up-rate",
            description = "Messages a second of that load; a higher rate compiles all code sooner")
    private int warmUpRate = 300;

    @Option(names = "--organisations", description = "Organisations, each with a webhook for all events")
    private int organisations = 20;

    @Option(names = "--chargers", description = "Chargers of all organisations together")
    private int chargers = 500;

    @Option(names = "--stations", description = "Percentage of chargers that speak OCPP 2.0.1")
    private int stations = 0;

    @Option(names = "--calls", description = "API calls a second, of the Growth and of the Scale tier; 0 for none")
    private int calls = 500;

    @Option(names = "--kinds", description = "Also measure each kind of message alone, at the last of the rates")
    private boolean kinds;

    @Option(
            names = "--saturation",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Also let each charger send as soon as it is answered")
    private boolean saturation;

    @Option(names = "--each", description = "Number of gateways and of dispatchers; chargers use gateways in turn")
    private int each = 1;

    @Override
    public Integer call() throws IOException, InterruptedException, SQLException {
        if (stations < 0 || stations > 100) {
            throw fault("--stations must be 0 to 100");
        }
        if (each < 1 || each > MOST_OF_EACH) {
            throw fault("--each must be 1 to " + MOST_OF_EACH);
        }
        if (kinds && stations > 0) {
            throw fault("--kinds measures OCPP 1.6 chargers only");
        }
        try (Stage stage = Stage.open();
                Site site = Site.start(stage, home(), jvm(), each);
                EventConsumers consumers = new EventConsumers();
                Costs costs = Costs.of(stage, site)) {
            List<Member> members = new ArrayList<>();
            for (int number = 0; number < organisations; number++) {
                Member member = site.member("org-" + number, Tier.SCALE, Math.max(1, chargers / organisations));
                site.webhook(member, consumers.url(), List.of(EventType.values()));
                members.add(member);
            }
            consumers.listen(site, members.getFirst());
            try (Sessions sessions = new Sessions(site, members, stations)) {
                SessionLoad load = new SessionLoad(stage, sessions, consumers, costs);
                var _ = load.run(new Load(warmUpRate, warmUp));
                PrintWriter out = out();
                int missing = 0;
                for (int rate : rates) {
                    missing += load.print(out, new Load(rate, seconds));
                }
                if (kinds) {
                    for (Kind kind : Kind.values()) {
                        missing += load.print(out, new Load(rates.getLast(), seconds), kind);
                    }
                    load.begin(Kind.SESSIONS);
                }
                load.idle(out, Duration.ofSeconds(IDLE));
                load.visible(out, new Load(WATCHED_RATE, 10), site, members.getFirst());
                if (saturation) {
                    load.saturate(out, Duration.ofSeconds(seconds));
                }
                if (calls > 0) {
                    calls(site, costs, site.member("growth", Tier.GROWTH, 1), "a call of the Growth tier");
                    calls(site, costs, members.getFirst(), "a call of the Scale tier");
                }
                registrations(site, costs, site.member("fleet", Tier.SCALE, 1));
                return missing == 0 ? 0 : 1;
            }
        }
    }

    private void calls(Site site, Costs costs, Member member, String what)
            throws IOException, InterruptedException, SQLException {
        HttpRequest question = site.keyed(member.key(), "/api/v1/organisation").build();
        ask(site, costs, what, new Load(calls, ASKING), 200, _ -> question);
    }

    private void registrations(Site site, Costs costs, Member member)
            throws IOException, InterruptedException, SQLException {
        ask(
                site,
                costs,
                "a registration",
                new Load(REGISTRATIONS, ASKING),
                201,
                index -> site.keyed(member.key(), "/api/v1/chargers")
                        .POST(BodyPublishers.ofString("{\"chargeBoxId\":\"NEW-" + index + "\"}"))
                        .build());
    }

    private void ask(Site site, Costs costs, String what, Load load, int expected, IntFunction<HttpRequest> question)
            throws IOException, InterruptedException, SQLException {
        Run run = new Run(load);
        Costs.Snapshot before = costs.now();
        Map<String, LongAdder> others = site.ask(run, question, expected, TIMEOUT);
        PrintWriter out = out();
        out.printf(
                "%n%s, %d/s; %d not answered as expected, with these instead: %s%n",
                what, load.rate(), run.missing(), others);
        Legs.print(out, "answer", run.latencies());
        costs.print(out, before, load.count());
    }
}
