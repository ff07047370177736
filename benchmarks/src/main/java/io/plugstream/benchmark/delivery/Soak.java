package io.plugstream.benchmark.delivery;

import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.measure.Run;
import io.plugstream.benchmark.platform.JavaProcess;
import java.io.IOException;
import java.io.PrintWriter;

/** A very large number of deliveries, with the dispatcher's live heap before, between and after. */
final class Soak {

    /** Each run counts its own deliveries; ten runs show a trend. */
    private static final int RUNS = 10;

    private final Deliveries deliveries;
    private final JavaProcess dispatcher;
    private final PrintWriter out;

    Soak(Deliveries deliveries, JavaProcess dispatcher, PrintWriter out) {
        this.deliveries = deliveries;
        this.dispatcher = dispatcher;
        this.out = out;
    }

    /** Returns the number of missing or repeated deliveries. */
    int run(Events events, int count, int rate) throws IOException, InterruptedException {
        Load load = new Load(rate, Math.max(1, count / rate / RUNS));
        int lost = 0;
        int done = 0;
        out.printf("%nSoak at %,d/s%n%12s %12s%n%12d %12.1f%n", rate, "deliveries", "live MB", 0, megabytes());
        while (done < count) {
            Run run = deliveries.delivered(events, load);
            lost += run.missing() + run.repeated();
            done += load.count();
            out.printf(
                    "%,12d %12.1f   %,.0f/s%n",
                    done, megabytes(), load.count() * 1e9 / run.elapsed().toNanos());
            out.flush();
        }
        out.printf("%d missing or repeated%n", lost);
        out.flush();
        return lost;
    }

    private double megabytes() throws IOException, InterruptedException {
        return dispatcher.liveHeap() / 1e6;
    }
}
