package io.plugstream.api.http;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/**
 * Lets a few things of each line go on at a time, in the order of their arrival, and a limited number of all lines
 * together. If that is reached, the next turn belongs to the line of which least goes on; among equals, to the one
 * served longest ago. A line has a name: an organisation's id, for example.
 */
public final class Turns {

    /** Things of one line that may wait. */
    public static final int MOST_WAITING = 1_000;

    /** What begins after the turn that this thread is just beginning. */
    private static final ThreadLocal<@Nullable Deque<Turn>> BEGINNING = new ThreadLocal<>();

    /** A line is here while one of its turns waits or goes on. The line served last is the last one. */
    private final LinkedHashMap<String, Line> lines = new LinkedHashMap<>();

    private final int atATime;
    private final int together;
    private final Duration longestWait;
    private final Duration grace;
    private int going;

    /**
     * @param atATime things of one line that go on at a time
     * @param together things of all lines that go on at a time
     * @param longestWait for a turn; then {@link #run} fails with {@link ContentionException}
     * @param grace how long a cancelled thing keeps its turn, because it still holds what it used
     */
    public Turns(int atATime, int together, Duration longestWait, Duration grace) {
        this.atATime = atATime;
        this.together = together;
        this.longestWait = longestWait;
        this.grace = grace;
    }

    /** Runs {@code work} when its turn has come. Fails with {@link ContentionException} if it did not begin. */
    public <T> Mono<T> run(String line, Mono<T> work) {
        return begin(line, end -> work.doOnTerminate(end));
    }

    /** The same for work whose turn goes on after it has emitted, until it runs what it is given. */
    public <T> Mono<T> begin(String line, Function<Runnable, Mono<T>> work) {
        return Mono.defer(() -> {
            Turn turn = take(line);
            Mono<T> begun = Mono.defer(() -> work.apply(turn::end));
            Mono<T> come = turn.hasCome()
                    ? begun
                    : turn.come()
                            .timeout(longestWait, Mono.error(() -> waitedTooLong(line)))
                            .then(begun);
            AtomicBoolean emitted = new AtomicBoolean();
            return come.doOnNext(_ -> emitted.set(true))
                    .doOnError(_ -> turn.end())
                    .doOnCancel(() -> {
                        // Operators also cancel what is complete.
                        if (!emitted.get()) {
                            cancelled(turn);
                        }
                    });
        });
    }

    /** How many things wait because as many go on as may go on together. */
    public int waitingForOtherLines() {
        synchronized (lines) {
            return going < together
                    ? 0
                    : lines.values().stream()
                            .mapToInt(line -> line.waiting.size())
                            .sum();
        }
    }

    private ContentionException waitedTooLong(String line) {
        return new ContentionException("a request waited for " + longestWait + " behind others of " + line);
    }

    private void cancelled(Turn turn) {
        if (turn.hasCome()) {
            var _ = Schedulers.parallel().schedule(turn::end, grace.toNanos(), TimeUnit.NANOSECONDS);
        } else {
            turn.end();
        }
    }

    /** Joins the line. Fails with {@link ContentionException} if that is too long. */
    private Turn take(String name) {
        synchronized (lines) {
            Line line = lines.computeIfAbsent(name, _ -> new Line());
            if (line.waiting.size() >= MOST_WAITING) {
                throw new ContentionException(MOST_WAITING + " requests of " + name + " are waiting");
            }
            Turn turn = new Turn(name);
            line.waiting.add(turn);
            beginNext(Stream.of(line));
            return turn;
        }
    }

    /** Begins the next turn of these lines that may begin; null if there is none. */
    private @Nullable Turn beginNext(Stream<Line> candidates) {
        if (going >= together) {
            return null;
        }
        Line next = candidates
                .filter(line -> !line.waiting.isEmpty() && line.going < atATime)
                .min(Comparator.comparingInt(line -> line.going))
                .orElse(null);
        if (next == null) {
            return null;
        }
        Turn turn = next.waiting.remove();
        turn.state = State.GOING;
        next.going++;
        going++;
        lines.putLast(turn.line, next);
        return turn;
    }

    private enum State {
        WAITING,
        GOING,
        OVER
    }

    private static final class Line {
        private final Deque<Turn> waiting = new ArrayDeque<>();
        private int going;
    }

    /** A place in the line, and then among those that go on, until it {@link #end() ends}. */
    private final class Turn {

        private final String line;
        private final Sinks.Empty<Void> come = Sinks.empty();
        private State state = State.WAITING;

        private Turn(String line) {
            this.line = line;
        }

        /** Completes when the turn has come. */
        Mono<Void> come() {
            return come.asMono();
        }

        boolean hasCome() {
            synchronized (lines) {
                return state == State.GOING;
            }
        }

        /** Leaves the line, or lets the next one go. Later calls have no effect. */
        void end() {
            Turn next = leave();
            if (next != null) {
                begin(next);
            }
        }

        /** A turn that ends at once does not begin the next inside its own end: that would use up the stack. */
        private static void begin(Turn next) {
            Deque<Turn> onThisThread = BEGINNING.get();
            if (onThisThread != null) {
                onThisThread.add(next);
                return;
            }
            Deque<Turn> begun = new ArrayDeque<>();
            BEGINNING.set(begun);
            try {
                for (Turn turn = next; turn != null; turn = begun.poll()) {
                    var _ = turn.come.tryEmitEmpty();
                }
            } finally {
                BEGINNING.remove();
            }
        }

        private @Nullable Turn leave() {
            synchronized (lines) {
                State left = state;
                state = State.OVER;
                if (left == State.OVER) {
                    return null;
                }
                // Only then can another line than this one wait for it.
                boolean allWere = going >= together;
                Line own = Objects.requireNonNull(lines.get(line));
                if (left == State.WAITING) {
                    own.waiting.remove(this);
                } else {
                    own.going--;
                    going--;
                }
                if (own.going == 0 && own.waiting.isEmpty()) {
                    lines.remove(line);
                }
                return beginNext(allWere ? lines.values().stream() : Stream.of(own));
            }
        }
    }
}
