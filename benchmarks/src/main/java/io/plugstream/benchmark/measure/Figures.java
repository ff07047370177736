package io.plugstream.benchmark.measure;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** The table of figures: each load on the measured service, and the same load on the baseline. */
public final class Figures {

    private static final String ROW = "%8s %8s %8s %8s   %9s %9s %9s   %9s %9s   %6s%n";

    private final PrintWriter out;

    /** Prints the table's head. */
    public Figures(PrintWriter out, String measured, String baseline) {
        this.out = out;
        out.printf("%nMilliseconds from due to arrival: %s; baseline: %s.%n%n", measured, baseline);
        out.printf(ROW, "rate/s", "sent", "missing", "repeats", "p50", "p99", "max", "bare p50", "bare p99", "ratio");
    }

    /** Adds a row; the ratio is that of the medians. */
    public void add(Load load, Run measured, Run baseline) {
        Latencies ours = measured.latencies();
        Latencies bare = baseline.latencies();
        out.printf(
                ROW,
                load.rate(),
                load.count(),
                measured.missing(),
                measured.repeated(),
                millis(ours, 0.5),
                millis(ours, 0.99),
                millis(ours, 1),
                millis(bare, 0.5),
                millis(bare, 0.99),
                ratio(ours.percentile(0.5), bare.percentile(0.5)));
    }

    /** The percentile {@code share}, in milliseconds with two decimals. */
    public static String millis(Latencies latencies, double share) {
        return millis(latencies.percentile(share));
    }

    /** A number without decimals. */
    public static String number(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }

    public static String decimals(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    public static String millis(Duration duration) {
        return decimals(duration.toNanos() / 1e6);
    }

    public static String seconds(Duration duration) {
        return decimals(duration.toNanos() / 1e9);
    }

    private static String ratio(Duration ours, Duration bare) {
        return bare.isZero() ? "-" : String.format(Locale.ROOT, "%.1f", (double) ours.toNanos() / bare.toNanos());
    }
}
