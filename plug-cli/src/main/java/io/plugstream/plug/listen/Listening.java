package io.plugstream.plug.listen;

import io.plugstream.plug.api.Api;
import io.plugstream.plug.api.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Reads the stream of events and forwards them. When the stream ends it opens another one, which resumes at the saved
 * position.
 */
public final class Listening implements AutoCloseable {

    /** Three heartbeats of the server. */
    private static final Duration SILENCE = Duration.ofSeconds(45);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final int MOST_DOUBLINGS = 5;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(7);
    private static final int BAD_REQUEST = 400;
    private static final int TOO_MANY = 429;

    private final Api api;
    private final ProgressFile file;
    private final ForwardedStream forwarded;
    private final List<String> events;
    private final Listener listener;
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("watch").daemon().factory());
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable Thread runner;
    private volatile @Nullable InputStream open;
    private volatile long lastHeard;
    private boolean everConnected;

    /** How the stream ended, and the least pause before the next one. */
    private record End(String reason, boolean wasOpen, Duration atLeast) {}

    private Listening(Api api, ProgressFile file, ForwardedStream forwarded, List<String> events, Listener listener) {
        this.api = api;
        this.file = file;
        this.forwarded = forwarded;
        this.events = events;
        this.listener = listener;
    }

    /**
     * Opens the progress file of this key and target. A new file is written when the first stream is open.
     *
     * @param events the names of events; empty for all
     * @param since overrides the position of earlier runs
     */
    public static Listening open(
            Api api,
            URI target,
            List<String> events,
            @Nullable Instant since,
            String version,
            Path directory,
            Clock clock,
            Listener listener)
            throws Failure {
        try {
            var file = ProgressFile.open(directory, api.key().prefix(), target.toString());
            var forwarder = new Forwarder(target, new Signer(file.progress().secret()), version, clock);
            return new Listening(api, file, new ForwardedStream(file, forwarder, since, listener), events, listener);
        } catch (IOException e) {
            throw ProgressFile.unkept(directory, e);
        }
    }

    /** The directory of positions and secrets. */
    public static Path directory() {
        return ProgressFile.directory(System.getenv(), System.getProperty("user.home"));
    }

    /**
     * Runs until it is closed.
     *
     * @throws Failure if retrying is pointless, or the API was never reachable
     */
    public void run() throws Failure, InterruptedException {
        runner = Thread.currentThread();
        try {
            forwardUntilClosed();
        } finally {
            ended.countDown();
        }
    }

    private void forwardUntilClosed() throws Failure, InterruptedException {
        var _ = watch.scheduleWithFixedDelay(this::endIfSilent, SILENCE.toSeconds(), 5, TimeUnit.SECONDS);
        var failures = 0;
        while (!closing.get()) {
            var end = stream();
            if (closing.get()) {
                return;
            }
            failures = end.wasOpen() ? 0 : failures + 1;
            var pause = longer(
                    FIRST_PAUSE.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS)), LONGEST_PAUSE, end.atLeast());
            listener.disconnected(end.reason(), pause);
            sleep(pause);
        }
    }

    private static Duration longer(Duration wanted, Duration most, Duration least) {
        var pause = wanted.compareTo(most) < 0 ? wanted : most;
        return pause.compareTo(least) < 0 ? least : pause;
    }

    private void sleep(Duration pause) throws InterruptedException {
        synchronized (closing) {
            var end = System.nanoTime() + pause.toNanos();
            for (var left = pause.toNanos(); left > 0 && !closing.get(); left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(closing, left);
            }
        }
    }

    private End stream() throws Failure, InterruptedException {
        var position = forwarded.position();
        HttpResponse<InputStream> response;
        try {
            response = api.stream("/api/v1/events" + Api.query(query()), position);
            if (response.statusCode() != 200) {
                return refused(response, position);
            }
            if (!isStream(response)) {
                response.body().close();
                return foreign(api.foreign("something that is not a stream of events"));
            }
        } catch (IOException e) {
            if (!everConnected) {
                throw api.unreachable(e);
            }
            return new End(Api.inWords(e), false, Duration.ZERO);
        }
        lastHeard = System.nanoTime();
        open = response.body();
        try (var blocks = new BlockReader(response.body())) {
            if (closing.get()) {
                return new End("closed", true, Duration.ZERO);
            }
            if (!everConnected) {
                forwarded.begin();
                var progress = file.progress();
                listener.begins(progress.target(), progress.secret(), file.file());
            }
            listener.connected(everConnected);
            everConnected = true;
            // Closing ends the stream, but the reader still has what it read before.
            for (var block = blocks.next(); block != null && !closing.get(); block = blocks.next()) {
                lastHeard = System.nanoTime();
                forwarded.take(block);
            }
            return new End("the server ended the stream", true, Duration.ZERO);
        } catch (IOException e) {
            return new End(Api.inWords(e), true, Duration.ZERO);
        } finally {
            open = null;
        }
    }

    /** Another server answered. If it stands between for a while only, as in a guest network, a retry helps. */
    private End foreign(Failure failure) throws Failure {
        if (!everConnected) {
            throw failure;
        }
        return new End(String.valueOf(failure.getMessage()), false, Duration.ZERO);
    }

    private static boolean isStream(HttpResponse<InputStream> response) {
        return response.headers()
                .firstValue("Content-Type")
                .filter(type -> type.toLowerCase(Locale.ROOT).startsWith("text/event-stream"))
                .isPresent();
    }

    private Map<String, String> query() {
        var query = new LinkedHashMap<String, String>();
        if (!events.isEmpty()) {
            query.put("events", String.join(",", events));
        }
        var since = forwarded.since();
        if (since != null) {
            query.put("since", since.truncatedTo(ChronoUnit.MILLIS).toString());
        }
        return query;
    }

    /** Ends the run unless a retry may succeed. */
    private End refused(HttpResponse<InputStream> response, @Nullable String position) throws Failure, IOException {
        var failure = api.refused(response);
        if (failure.kind() == Failure.Kind.FOREIGN) {
            return foreign(failure);
        }
        var status = response.statusCode();
        if (status == BAD_REQUEST
                && position != null
                && String.valueOf(failure.getMessage()).contains("Last-Event-ID")) {
            throw new Failure(
                    Failure.Kind.REFUSED,
                    "The API does not know the saved position, because its data has changed. Use --since, or delete "
                            + file.file());
        }
        var again = failure.retryAfter();
        if (again == null || (status == TOO_MANY && again.compareTo(LONGEST_PAUSE) > 0)) {
            throw failure;
        }
        var atLeast = again.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : again;
        return new End(String.valueOf(failure.getMessage()), false, atLeast);
    }

    private void endIfSilent() {
        if (open != null && System.nanoTime() - lastHeard > SILENCE.toNanos()) {
            endStream();
        }
    }

    private void endStream() {
        var stream = open;
        if (stream != null) {
            try {
                stream.close();
            } catch (IOException _) {
                // It is closed already.
                open = null;
            }
        }
    }

    /** Ends the run after the current POST and saves the position. */
    @Override
    public void close() {
        synchronized (closing) {
            closing.set(true);
            closing.notifyAll();
        }
        endStream();
        watch.shutdownNow();
        try {
            if (runner != null
                    && !Thread.currentThread().equals(runner)
                    && !ended.await(CLOSE_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                // The file names the unfinished POST; the next run reports it.
                return;
            }
            file.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
