package io.plugstream.benchmark.disturbance;

import io.plugstream.benchmark.disturbance.Work.Outcome;
import io.plugstream.benchmark.measure.Latencies;
import io.plugstream.benchmark.measure.Run;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/**
 * How work went on before and after a fault.
 *
 * @param rate messages a second
 * @param calls a second
 * @param seconds of work
 */
record Recovery(Outcome outcome, int rate, int calls, int seconds) {

    private static final int WINDOW = 5;
    private static final String ROW = "%7s %-14s %9s %9s %9s %9s%n";

    /**
     * Prints what each took, by the second in which it was due, and when all was well again.
     *
     * @param since second of the event after which time is told
     * @param goal all is well while the p99 of each second is below it
     * @param event its name
     */
    void print(PrintWriter out, int since, Duration goal, String event) {
        out.printf(ROW, "from", "", "p50", "p99", "max", "missing");
        for (int from = 0; from < seconds; from += WINDOW) {
            print(out, from, "OCPP answers", outcome.answered(), rate);
            print(out, from, "API calls", outcome.called(), calls);
            print(out, from, "webhooks", outcome.delivered(), rate);
        }
        String after = "after " + event;
        back(out, "OCPP answers", outcome.answered(), rate, since, goal, after);
        back(out, "API calls", outcome.called(), calls, since, goal, after);
        back(out, "webhooks", outcome.delivered(), rate, since, goal, after);
        out.flush();
    }

    private static void print(PrintWriter out, int from, String what, Run run, int rate) {
        Latencies latencies = within(run, from, WINDOW, rate);
        out.printf(
                ROW,
                from + " s",
                what,
                millis(latencies.percentile(0.5)),
                millis(latencies.percentile(0.99)),
                millis(latencies.percentile(1)),
                WINDOW * rate - latencies.count());
    }

    /** The first second from which on all that was due has a p99 below the goal in each second. */
    private void back(PrintWriter out, String what, Run run, int rate, int since, Duration goal, String after) {
        int back = seconds;
        while (back > since && isGood(within(run, back - 1, 1, rate), rate, goal)) {
            back--;
        }
        out.printf(
                "%s: p99 below %d ms %s%n",
                what,
                goal.toMillis(),
                back == seconds ? "never again" : "for good from " + (back - since) + " s " + after + " on");
    }

    private static boolean isGood(Latencies latencies, int due, Duration goal) {
        return latencies.count() == due && latencies.percentile(0.99).compareTo(goal) < 0;
    }

    private static Latencies within(Run run, int from, int seconds, int rate) {
        return run.latencies(index -> index >= from * rate && index < (from + seconds) * rate);
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.0f", duration.toNanos() / 1e6);
    }
}
