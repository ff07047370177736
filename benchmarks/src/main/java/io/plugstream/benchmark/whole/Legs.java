package io.plugstream.benchmark.whole;

import io.plugstream.benchmark.measure.Figures;
import io.plugstream.benchmark.measure.Latencies;
import java.io.PrintWriter;

/** The table of latencies, with one leg of a message's way per row. */
final class Legs {

    private static final String ROW = "  %-22s %9s %9s %9s%n";

    private Legs() {}

    static void head(PrintWriter out, String from) {
        out.printf(ROW, from, "p50", "p99", "max");
    }

    static void print(PrintWriter out, String leg, Latencies latencies) {
        out.printf(
                ROW,
                leg + ", ms",
                Figures.millis(latencies, 0.5),
                Figures.millis(latencies, 0.99),
                Figures.millis(latencies, 1));
    }
}
