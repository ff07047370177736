package io.plugstream.benchmark.delivery;

import io.plugstream.benchmark.measure.Figures;
import io.plugstream.benchmark.measure.Latencies;
import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.measure.Run;
import java.io.PrintWriter;

/** The figures beside the latencies: throughput, isolation, and many webhooks. */
final class Comparisons {

    /** The endpoints of the isolation run; every fifth hangs. */
    static final int ENDPOINTS = 200;

    static final int HANGS = 5;

    /** The numbers of organisations, with one webhook each, between which the number of webhooks is compared. */
    static final int FEW = 10;

    static final int MANY = 10_000;

    private static final Load AT_ONCE = new Load(20_000, 1);
    private static final int ROUNDS = 3;

    private final Deliveries deliveries;
    private final PrintWriter out;
    private int lost;

    Comparisons(Deliveries deliveries, PrintWriter out) {
        this.deliveries = deliveries;
        this.out = out;
    }

    /** Deliveries that were missing or repeated so far. */
    int lost() {
        return lost;
    }

    void throughput() throws InterruptedException {
        Events events = new Events(ENDPOINTS);
        double best = 0;
        double bare = 0;
        for (int round = 0; round < ROUNDS; round++) {
            bare = Math.max(bare, rate(deliveries.bare(events, AT_ONCE)));
            best = Math.max(best, rate(count(deliveries.delivered(events, AT_ONCE))));
        }
        out.printf(
                "%nThroughput, %,d events at once, best of %d: %,.0f deliveries/s, bare POSTs %,.0f/s, ratio %.2f%n",
                AT_ONCE.count(), ROUNDS, best, bare, best / bare);
    }

    void isolation(Load load) throws InterruptedException {
        Events events = new Events(ENDPOINTS);
        Run all = count(deliveries.delivered(events, load));
        Run some;
        try (var _ = deliveries.receiver().hanging(endpoint -> endpoint % HANGS == 0)) {
            some = count(deliveries.delivered(events, load));
        }
        Latencies without = all.latencies(index -> index % ENDPOINTS % HANGS != 0);
        Latencies with = some.latencies(index -> index % ENDPOINTS % HANGS != 0);
        out.printf(
                "%nIsolation, %d of %d endpoints hanging 5 s, %d/s: p99 of the healthy ones %s ms, without the others' hanging %s ms%n",
                ENDPOINTS / HANGS, ENDPOINTS, load.rate(), Figures.millis(with, 0.99), Figures.millis(without, 0.99));
    }

    /** Call this with {@link #FEW} webhooks registered, then with {@link #MANY}. */
    void registered(int webhooks, Load load) throws InterruptedException {
        Run run = count(deliveries.delivered(new Events(FEW), load));
        out.printf(
                "%n%,d webhooks registered, %d/s: p50 %s ms, p99 %s ms%n",
                webhooks, load.rate(), Figures.millis(run.latencies(), 0.5), Figures.millis(run.latencies(), 0.99));
    }

    private Run count(Run run) {
        lost += run.missing() + run.repeated();
        return run;
    }

    private static double rate(Run run) {
        return run.latencies().count() * 1e9 / run.elapsed().toNanos();
    }
}
