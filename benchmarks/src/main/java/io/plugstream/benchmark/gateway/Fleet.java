package io.plugstream.benchmark.gateway;

import io.plugstream.benchmark.measure.Latencies;
import io.plugstream.benchmark.measure.Load;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Many chargers in one thread. */
final class Fleet implements AutoCloseable {

    static final String ORGANISATION = "benchmark";
    static final String PASSWORD = "secret";

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int CONNECTING = 8;

    private final Selector selector;
    private final Message message;
    private final List<ChargerSocket> sockets;
    private int nextId;

    private Fleet(Selector selector, Message message, List<ChargerSocket> sockets) {
        this.selector = selector;
        this.message = message;
        this.sockets = sockets;
    }

    /** The result of a load: latencies of answered messages, and the duration. */
    record Outcome(Latencies latencies, int missing, Duration took) {

        double perSecond() {
            return latencies.count() * 1e9 / took.toNanos();
        }
    }

    /** Connects {@code count} chargers from number {@code first} on, with one WebSocket subprotocol. */
    static Fleet connect(int port, String protocol, int first, int count)
            throws IOException, InterruptedException, ExecutionException {
        Fleet fleet = new Fleet(Selector.open(), Message.meterValue(protocol), new ArrayList<>());
        try (ExecutorService threads = Executors.newFixedThreadPool(CONNECTING)) {
            List<Future<ChargerSocket>> connecting = new ArrayList<>();
            for (int number = first; number < first + count; number++) {
                String chargeBox = chargeBoxId(number);
                connecting.add(
                        threads.submit(() -> ChargerSocket.connect(port, protocol, ORGANISATION, chargeBox, PASSWORD)));
            }
            for (Future<ChargerSocket> one : connecting) {
                fleet.add(one);
            }
        }
        return fleet;
    }

    /** Chargers that are already connected answer pings meanwhile. */
    private void add(Future<ChargerSocket> connecting) throws IOException, InterruptedException, ExecutionException {
        while (!connecting.isDone()) {
            answerPings(1);
        }
        ChargerSocket socket = connecting.get();
        socket.channel().configureBlocking(false);
        socket.channel().register(selector, SelectionKey.OP_READ, socket);
        sockets.add(socket);
    }

    static String chargeBoxId(int number) {
        return String.format(Locale.ROOT, "CP-%05d", number);
    }

    /** Each charger sends its next message as soon as the last one was answered. */
    Outcome closedLoop(Duration time) throws IOException {
        long start = System.nanoTime();
        long end = start + time.toNanos();
        long[] sent = new long[1 << 20];
        long[] took = new long[1 << 20];
        int first = nextId;
        for (ChargerSocket socket : sockets) {
            send(socket, first, sent);
        }
        int answered = 0;
        long last = start;
        while (answered < nextId - first && last < end + TIMEOUT.toNanos()) {
            answered += select(TIMEOUT.toMillis(), (socket, id) -> {
                long now = System.nanoTime();
                took[id - first] = now - sent[id - first];
                if (now < end && nextId - first < sent.length) {
                    send(socket, first, sent);
                }
            });
            last = System.nanoTime();
        }
        return outcome(Arrays.copyOf(took, nextId - first), Duration.ofNanos(last - start));
    }

    /** Messages are sent when they are due, whether or not earlier ones were answered. */
    Outcome openLoop(Load load) throws IOException {
        int first = nextId;
        long start = System.nanoTime();
        long end = start + Duration.ofSeconds(load.seconds()).plus(TIMEOUT).toNanos();
        long[] took = new long[load.count()];
        int answered = 0;
        while (answered < load.count() && System.nanoTime() < end) {
            while (nextId - first < load.count()
                    && start + load.due(nextId - first).toNanos() <= System.nanoTime()) {
                ChargerSocket socket = sockets.get((nextId - first) % sockets.size());
                socket.send(message.frame(nextId++));
            }
            answered += select(
                    1,
                    (_, id) -> took[id - first] =
                            System.nanoTime() - start - load.due(id - first).toNanos());
        }
        return outcome(took, Duration.ofNanos(System.nanoTime() - start));
    }

    /** Only answers pings. */
    void idle(Duration time) throws IOException {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            answerPings(TimeUnit.SECONDS.toMillis(1));
        }
    }

    private void answerPings(long millis) throws IOException {
        select(millis, (_, id) -> {
            throw new IllegalStateException("an answer to nothing: " + id);
        });
    }

    private void send(ChargerSocket socket, int first, long[] sent) throws IOException {
        sent[nextId - first] = System.nanoTime();
        socket.send(message.frame(nextId++));
    }

    /** Returns the number of answers. */
    private int select(long millis, Answers answers) throws IOException {
        int[] count = new int[1];
        selector.select(millis);
        for (SelectionKey key : selector.selectedKeys()) {
            ChargerSocket socket = (ChargerSocket) key.attachment();
            List<byte[]> texts = new ArrayList<>(1);
            socket.read(texts::add);
            for (byte[] text : texts) {
                count[0]++;
                answers.came(socket, Message.id(text));
            }
        }
        selector.selectedKeys().clear();
        return count[0];
    }

    private static Outcome outcome(long[] took, Duration all) {
        long[] arrived = Arrays.stream(took).filter(nanos -> nanos != 0).toArray();
        return new Outcome(new Latencies(arrived), took.length - arrived.length, all);
    }

    private interface Answers {

        void came(ChargerSocket socket, int id) throws IOException;
    }

    @Override
    public void close() throws IOException {
        for (ChargerSocket socket : sockets) {
            socket.close();
        }
        selector.close();
    }
}
