package io.plugstream.benchmark.disturbance;

import picocli.CommandLine.Option;

/** The rates of the bad organisation's harmful activities. */
final class BadNeighbourRates {

    @Option(
            names = "--bad-frames",
            description = "Changes of status a second, over all its chargers; 0 for none, as for all these options")
    private int frames = 500;

    @Option(names = "--bad-boots", description = "BootNotifications a second, every second one with U+0000")
    private int boots = 100;

    @Option(
            names = "--bad-streams",
            description = "Event streams a second that begin at an old position, each closed after a second")
    private int streams = 10;

    @Option(names = "--bad-keys", description = "Calls a second with a made-up key")
    private int keys = 100;

    @Option(names = "--bad-requests", description = "Calls a second that get status 400")
    private int requests = 100;

    Rates rates() {
        return new Rates(frames, boots, streams, keys, requests);
    }

    /** All of them a second. */
    record Rates(int frames, int boots, int streams, int keys, int requests) {}
}
