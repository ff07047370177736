package io.plugstream.benchmark.disturbance;

import io.plugstream.benchmark.disturbance.BadNeighbourRates.Rates;
import io.plugstream.benchmark.platform.Member;
import io.plugstream.benchmark.platform.Site;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

/**
 * What the process of the bad organisation needs to know.
 *
 * @param receiverPort where its receiver listens
 * @param oldPosition where its streams begin
 */
record Orders(int apiPort, int gatewayPort, int receiverPort, Member member, String oldPosition, Rates rates) {

    static final String EVENTS = "/api/v1/events";

    /** Streams begin at the current end of the organisation's events. */
    static Orders of(Site site, int receiverPort, Member member, Rates rates) throws IOException, InterruptedException {
        return new Orders(site.apiPort(), site.gatewayPort(), receiverPort, member, position(site, member), rates);
    }

    private static String position(Site site, Member member) throws IOException, InterruptedException {
        HttpResponse<InputStream> stream =
                site.http().send(site.keyed(member.key(), EVENTS).build(), BodyHandlers.ofInputStream());
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id:")) {
                    return line.substring("id:".length()).strip();
                }
            }
        }
        throw new IllegalStateException("a stream without a position was answered " + stream.statusCode());
    }
}
