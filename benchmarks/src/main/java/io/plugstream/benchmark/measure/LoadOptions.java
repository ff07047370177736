package io.plugstream.benchmark.measure;

import java.util.List;
import picocli.CommandLine.Option;

/** The options of every benchmark with an open load. */
public final class LoadOptions {

    /** The warm-up of a baseline, which has little code to compile. */
    public static final Load BRIEF = new Load(500, 5);

    @Option(
            names = "--rates",
            split = ",",
            defaultValue = "200,1000",
            description = "Messages a second, one run each; at most 20000")
    private List<Integer> rates = List.of();

    @Option(names = "--seconds", description = "Seconds of a run; at most 120")
    private int seconds = 10;

    @Option(names = "--warm-up", description = "Seconds at 500 a second before the first figure")
    private int warmUp = 30;

    @Option(
            names = "--rounds",
            description = "Number of rounds over all measurements, so that none always gets the warmer service")
    private int rounds = 2;

    /** The requested runs. */
    public List<Load> loads() {
        return rates.stream().map(rate -> new Load(rate, seconds)).toList();
    }

    /** The first run, whose figures are discarded. */
    public Load warmUp() {
        return new Load(500, warmUp);
    }

    /** The number of rounds over all measurements. */
    public int rounds() {
        return rounds;
    }
}
