package io.plugstream.benchmark.disturbance;

import io.plugstream.benchmark.disturbance.BadNeighbourRates.Rates;
import io.plugstream.benchmark.platform.Charger;
import io.plugstream.benchmark.platform.Loopback;
import io.plugstream.benchmark.platform.Member;
import io.plugstream.model.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Writer;
import java.net.URI;
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
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * An organisation that uses and exceeds all its limits at once, at steady rates, until it is closed. It is the client
 * of its own process, see {@link BadNeighbourProcess}.
 */
final class BadNeighbour implements AutoCloseable {

    private static final Duration STREAM = Duration.ofSeconds(1);
    private static final Duration LAST_ANSWER = Duration.ofSeconds(10);

    private final Orders orders;
    private final List<Charger> chargers = new ArrayList<>();
    private final AtomicInteger heard = new AtomicInteger();
    private final Map<String, AtomicInteger> answers = new ConcurrentHashMap<>();
    /** Counts the calls that are under way, and one for this object until it ends. */
    private final Phaser calls = new Phaser(1);

    private final Random random = new Random(1);
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(
            2, Thread.ofPlatform().name("bad-", 0).daemon().factory());

    private BadNeighbour(Orders orders) {
        this.orders = orders;
    }

    /** Reads {@link Orders} in a line of JSON, and prints its counts when all has begun and when the input ends. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Loopback.prepare();
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Orders orders = Json.mapper().readValue(Objects.requireNonNull(input.readLine()), Orders.class);
        try (LateReceiver receiver = new LateReceiver(orders.receiverPort())) {
            try (BadNeighbour bad = new BadNeighbour(orders)) {
                bad.begin();
                bad.tell(receiver);
                var _ = input.transferTo(Writer.nullWriter());
                bad.end();
                bad.tell(receiver);
            }
            receiver.awaitQuiet();
        }
    }

    private void begin() throws InterruptedException {
        Member member = orders.member();
        Rates rates = orders.rates();
        for (Member.Registered charger : member.chargers()) {
            chargers.add(Charger.connect(
                    http, orders.gatewayPort(), member, charger, "ocpp1.6", _ -> heard.incrementAndGet()));
        }
        int[] turns = new int[chargers.size()];
        each(rates.frames(), index -> {
            int charger = index % turns.length;
            say(charger, Frames.status(index, turns[charger]++));
        });
        each(rates.boots(), index -> say(0, index % 2 == 0 ? Frames.poison(index) : Frames.boot(index)));
        each(rates.streams(), _ -> stream());
        each(rates.keys(), _ -> ask("made-up keys", keyed(MadeUpKey.next(random), "/api/v1/organisation")));
        each(
                rates.requests(),
                _ -> ask(
                        "bad requests",
                        keyed(member.key(), "/api/v1/webhooks").POST(BodyPublishers.ofString("{\"url\":"))));
    }

    /** Begins nothing more, and waits until its calls have ended, so that all of them are counted. */
    private void end() throws InterruptedException {
        var _ = timer.shutdownNow();
        int phase = calls.arriveAndDeregister();
        try {
            var _ = calls.awaitAdvanceInterruptibly(phase, LAST_ANSWER.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            count("calls not answered");
        }
    }

    /** Prints how many of its frames were answered, its calls by status, and its POSTs so far. */
    private void tell(LateReceiver receiver) {
        Map<String, Integer> told = new TreeMap<>();
        told.put("frames", heard.get());
        told.put("POSTs", receiver.posts());
        answers.forEach((what, count) -> told.put(what, count.get()));
        System.out.println(Json.mapper().writeValueAsString(told));
    }

    private HttpRequest.Builder keyed(String key, String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + orders.apiPort() + path))
                .header("Content-Type", "application/json")
                .header("X-API-Key", key);
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
        var _ = calls.register();
        var _ = http.sendAsync(request.build(), BodyHandlers.discarding()).handle((answer, failure) -> {
            count(what + (failure == null ? " answered " + answer.statusCode() : " that failed"));
            return calls.arriveAndDeregister();
        });
    }

    private void stream() {
        HttpRequest request = keyed(orders.member().key(), Orders.EVENTS)
                .header("Last-Event-ID", orders.oldPosition())
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
