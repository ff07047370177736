package io.plugstream.benchmark.disturbance;

import picocli.CommandLine.Option;

/** The rates of the bad organisation's harmful activities. */
final class BadNeighbourRates {

    @Option(
            names = "--bad-frames",
            paramLabel = "N",
            defaultValue = "500",
            description = "Changes of status a second, over all its chargers; 0 for none, as for all these options"
                    + " (default: ${DEFAULT-VALUE})")
    private int frames;

    @Option(
            names = "--bad-boots",
            paramLabel = "N",
            defaultValue = "100",
            description = "BootNotifications a second, every second one with U+0000 (default: ${DEFAULT-VALUE})")
    private int boots;

    @Option(
            names = "--bad-streams",
            paramLabel = "N",
            defaultValue = "10",
            description = "Event streams a second that begin at an old position, each closed after a second"
                    + " (default: ${DEFAULT-VALUE})")
    private int streams;

    @Option(
            names = "--bad-keys",
            paramLabel = "N",
            defaultValue = "100",
            description = "Calls a second with a made-up key (default: ${DEFAULT-VALUE})")
    private int keys;

    @Option(
            names = "--bad-requests",
            paramLabel = "N",
            defaultValue = "100",
            description = "Calls a second that get status 400 (default: ${DEFAULT-VALUE})")
    private int requests;

    /** The chosen rates. */
    Rates rates() {
        return new Rates(frames, boots, streams, keys, requests);
    }

    /** All of them a second. */
    record Rates(int frames, int boots, int streams, int keys, int requests) {}
}
