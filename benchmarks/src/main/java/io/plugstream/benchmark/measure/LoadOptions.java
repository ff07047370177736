package io.plugstream.benchmark.measure;

import java.util.List;
import picocli.CommandLine.Option;

/** What every benchmark of an open load takes. */
public final class LoadOptions {

    /** Before a yardstick is measured: there is little code in it to be compiled. */
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
            description = "How long a run is; at most 120 (default: ${DEFAULT-VALUE})")
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
            description = "How often all is measured, in turn, so that nothing always has the warmer service"
                    + " (default: ${DEFAULT-VALUE})")
    private int rounds;

    /** The runs that were asked for. */
    public List<Load> loads() {
        return rates.stream().map(rate -> new Load(rate, seconds)).toList();
    }

    /** The run before the first, whose figures nobody looks at. */
    public Load warmUp() {
        return new Load(500, warmUp);
    }

    /** How often all is measured. */
    public int rounds() {
        return rounds;
    }
}
