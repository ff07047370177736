package io.plugstream.benchmark.disturbance;

import io.plugstream.benchmark.platform.Charger;
import io.plugstream.benchmark.platform.Member;
import io.plugstream.benchmark.platform.Site;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** An organisation that uses and exceeds all its limits at once, at steady rates, until it is closed. */
final class BadNeighbour implements AutoCloseable {

    private static final Duration STREAM = Duration.ofSeconds(1);
    private static final String EVENTS = "/api/v1/events";

    private final Site site;
    private final Member member;
    private final String oldPosition;
    private final List<Charger> chargers = new ArrayList<>();
    private final AtomicInteger heard = new AtomicInteger();
    private final Map<String, AtomicInteger> answers = new ConcurrentHashMap<>();
    private final Random random = new Random(1);
    /** A separate client, so that the others' calls do not wait for this one's. */
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final ScheduledExecutorService timer;

    /** @param oldPosition where its streams begin */
    private BadNeighbour(Site site, Member member, String oldPosition, ScheduledExecutorService timer) {
        this.site = site;
        this.member = member;
        this.oldPosition = oldPosition;
        this.timer = timer;
    }

    /** Starts all activities at the {@code rates}. */
    static BadNeighbour begin(Site site, Member member, String oldPosition, BadNeighbourRates rates)
            throws InterruptedException {
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(
                2, Thread.ofPlatform().name("bad-", 0).daemon().factory());
        BadNeighbour bad = new BadNeighbour(site, member, oldPosition, timer);
        for (Member.Registered charger : member.chargers()) {
            bad.chargers.add(Charger.connect(
                    bad.http, site.gatewayPort(), member.organisation(), charger, _ -> bad.heard.incrementAndGet()));
        }
        int[] turns = new int[bad.chargers.size()];
        bad.each(rates.frames(), index -> {
            int charger = index % turns.length;
            bad.say(charger, Frames.status(index, turns[charger]++));
        });
        bad.each(rates.boots(), index -> bad.say(0, index % 2 == 0 ? Frames.poison(index) : Frames.boot(index)));
        bad.each(rates.streams(), _ -> bad.stream());
        bad.each(
                rates.keys(),
                _ -> bad.ask("made-up keys", site.keyed(MadeUpKey.next(bad.random), "/api/v1/organisation")));
        bad.each(
                rates.requests(),
                _ -> bad.ask(
                        "bad requests",
                        site.keyed(member.key(), "/api/v1/webhooks").POST(BodyPublishers.ofString("{\"url\":"))));
        return bad;
    }

    /** The current position at the end of the organisation's events. */
    static String position(Site site, Member member) throws IOException, InterruptedException {
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

    /** The answers so far: how many of its frames were answered, and its calls by status. */
    Map<String, Integer> told() {
        Map<String, Integer> told = new TreeMap<>();
        told.put("frames", heard.get());
        answers.forEach((what, count) -> told.put(what, count.get()));
        return told;
    }

    private void each(int perSecond, IntConsumer act) {
        if (perSecond > 0) {
            AtomicInteger index = new AtomicInteger();
            var _ = timer.scheduleAtFixedRate(
                    () -> act.accept(index.getAndIncrement()),
                    0,
                    TimeUnit.SECONDS.toNanos(1) / perSecond,
                    TimeUnit.NANOSECONDS);
        }
    }

    /** A charger that was cut off does not reconnect; its unsent frames are counted. */
    private void say(int charger, String frame) {
        Charger socket = chargers.get(charger);
        if (socket.isOpen()) {
            socket.send(frame);
        } else {
            count("frames of a closed socket");
        }
    }

    private void ask(String what, HttpRequest.Builder request) {
        var _ = http.sendAsync(request.build(), BodyHandlers.discarding()).handle((answer, failure) -> {
            count(what + (failure == null ? " answered " + answer.statusCode() : " that failed"));
            return answer;
        });
    }

    private void stream() {
        HttpRequest request = site.keyed(member.key(), EVENTS)
                .header("Last-Event-ID", oldPosition)
                .build();
        var _ = http.sendAsync(request, BodyHandlers.ofInputStream()).handle((answer, failure) -> {
            count("streams" + (failure == null ? " answered " + answer.statusCode() : " that failed"));
            if (failure == null) {
                var _ = timer.schedule(() -> close(answer), STREAM.toMillis(), TimeUnit.MILLISECONDS);
            }
            return answer;
        });
    }

    private void close(HttpResponse<InputStream> stream) {
        try {
            stream.body().close();
        } catch (IOException _) {
            count("streams that broke");
        }
    }

    private void count(String what) {
        answers.computeIfAbsent(what, _ -> new AtomicInteger()).incrementAndGet();
    }

    @Override
    public void close() {
        timer.shutdownNow();
        chargers.forEach(Charger::close);
        http.shutdownNow();
    }
}
