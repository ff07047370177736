package io.plugstream.benchmark.disturbance;

import io.plugstream.benchmark.disturbance.Work.Outcome;
import io.plugstream.benchmark.measure.Latencies;
import io.plugstream.benchmark.measure.Run;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.IntStream;

/** The load before and after a fault. */
record Recovery(Outcome outcome) {

    private static final int WINDOW = 5;
    private static final String ROW = "%7s %-14s %9s %9s %9s %9s%n";

    /**
     * Prints the latencies by the second in which a message was due, and when the goal was reached again.
     *
     * @param killed the second of the kill, from which times are counted
     * @param goal the limit for the p99 of each second
     */
    void print(PrintWriter out, int killed, Duration goal) {
        out.printf(ROW, "from", "", "p50", "p99", "max", "missing");
        IntStream.iterate(0, from -> from < outcome.answered().load().seconds(), from -> from + WINDOW)
                .forEach(from -> outcome.all().forEach((what, run) -> print(out, from, what, run)));
        outcome.all().forEach((what, run) -> back(out, what, run, killed, goal));
    }

    private static void print(PrintWriter out, int from, String what, Run run) {
        Latencies latencies = within(run, from, WINDOW);
        out.printf(
                ROW,
                from + " s",
                what,
                millis(latencies.percentile(0.5)),
                millis(latencies.percentile(0.99)),
                millis(latencies.percentile(1)),
                WINDOW * run.load().rate() - latencies.count());
    }

    /** Prints the second from which on every second is complete and has a p99 below the goal. */
    private static void back(PrintWriter out, String what, Run run, int killed, Duration goal) {
        int seconds = run.load().seconds();
        int back = seconds;
        while (back > killed && isGood(within(run, back - 1, 1), run.load().rate(), goal)) {
            back--;
        }
        out.printf(
                "%s: p99 below %d ms %s%n",
                what,
                goal.toMillis(),
                back == seconds ? "never again" : "for good from " + (back - killed) + " s after the kill on");
    }

    private static boolean isGood(Latencies latencies, int due, Duration goal) {
        return latencies.count() == due && latencies.percentile(0.99).compareTo(goal) < 0;
    }

    private static Latencies within(Run run, int from, int seconds) {
        int rate = run.load().rate();
        return run.latencies(index -> index >= from * rate && index < (from + seconds) * rate);
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.0f", duration.toNanos() / 1e6);
    }
}
