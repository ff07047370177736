package io.plugstream.benchmark.sandbox;

import io.plugstream.benchmark.measure.Benchmark;
import io.plugstream.benchmark.platform.JavaProcess;
import io.plugstream.benchmark.platform.Member;
import io.plugstream.benchmark.platform.Site;
import io.plugstream.benchmark.platform.Stage;
import io.plugstream.model.quota.Tier;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what the sandbox needs for many test chargers. */
@Command(
        name = "sandbox",
        description = "Registers test chargers over the API, waits until the sandbox simulates all of them on the"
                + " gateway, and prints what its process needs: while they are idle, and while all of them charge.")
public final class SandboxCommand extends Benchmark {

    private static final double KB_OF_MB = 1 << 10;
    private static final double BYTES_OF_MB = 1 << 20;

    /** The most that an organisation may have. */
    private static final int EACH = 2;

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(3);
    private static final Duration GLANCE = Duration.ofSeconds(1);
    private static final String ROW = "%-10s %10s %10s %10s %8s%n";

    @Option(names = "--chargers", description = "Test chargers, two for each organisation")
    private int chargers = 1000;

    @Option(names = "--seconds", description = "Seconds for which all of them are idle, and then charge")
    private int seconds = 60;

    @Override
    public Integer call() throws Exception {
        try (Stage stage = Stage.open();
                Site site = Site.start(stage, home(), List.of())) {
            JavaProcess sandbox = JavaProcess.of(stage.start(home(), "sandbox", site.sandbox(), jvm()));
            PrintWriter out = out();
            out.printf(ROW, "", "resident", "peak", "live heap", "CPU");
            print("none", sandbox, 0);
            List<Member> members = new ArrayList<>();
            for (int number = 0; number < chargers / EACH; number++) {
                members.add(site.testMember("sandbox-" + number, Tier.STARTER, EACH));
            }
            awaitConnected(site, members.size() * EACH);
            rest("idle", sandbox);
            for (Member member : members) {
                for (Member.Registered charger : member.chargers()) {
                    site.act(member, charger.chargeBoxId(), "plugIn");
                    site.act(member, charger.chargeBoxId(), "swipe");
                }
            }
            rest("charging", sandbox);
        }
        return 0;
    }

    private static void awaitConnected(Site site, int wanted) throws IOException, InterruptedException {
        long began = System.nanoTime();
        int connected = 0;
        while (connected < wanted) {
            if (System.nanoTime() - began > LONGEST_WAIT.toNanos()) {
                throw new IOException(connected + " of " + wanted + " test chargers are connected");
            }
            TimeUnit.MILLISECONDS.sleep(GLANCE.toMillis());
            connected = site.connectedChargers();
        }
    }

    private void rest(String what, JavaProcess sandbox) throws IOException, InterruptedException {
        Duration before = sandbox.cpu();
        TimeUnit.SECONDS.sleep(seconds);
        print(what, sandbox, 100.0 * sandbox.cpu().minus(before).toMillis() / TimeUnit.SECONDS.toMillis(seconds));
    }

    /** Measures the live heap last, because that runs a collection. */
    private void print(String what, JavaProcess sandbox, double percent) throws IOException, InterruptedException {
        String resident = megabytes(sandbox.resident() / KB_OF_MB);
        String peak = megabytes(sandbox.peak() / KB_OF_MB);
        PrintWriter out = out();
        out.printf(
                ROW,
                what,
                resident,
                peak,
                megabytes(sandbox.liveHeap() / BYTES_OF_MB),
                String.format(Locale.ROOT, "%.0f %%", percent));
    }

    private static String megabytes(double count) {
        return String.format(Locale.ROOT, "%.0f MB", count);
    }
}
