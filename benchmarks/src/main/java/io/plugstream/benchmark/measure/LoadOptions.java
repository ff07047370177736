package io.plugstream.benchmark.measure;

import java.util.List;
import picocli.CommandLine.Option;

/** The options of every benchmark with an open load. */
public final class LoadOptions {

    /** The warm-up of a yardstick, which has little code to compile. */
    public static final Load BRIEF = new Load(500, 5);

    @Option(
            names = "--rates",
            split = ",",
            paramLabel = "N",
            defaultValue = "200,1000",
            description = "Messages a second, one run each; at most 20000 (default: ${DEFAULT-VALUE})")
    private List<Integer> rates = List.of();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "10",
            description = "Seconds of a run; at most 120 (default: ${DEFAULT-VALUE})")
    private int seconds;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "30",
            description = "Seconds at 500 a second before the first figure (default: ${DEFAULT-VALUE})")
    private int warmUp;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "2",
            description = "Number of rounds over all measurements, so that none always gets the warmer service"
                    + " (default: ${DEFAULT-VALUE})")
    private int rounds;

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
