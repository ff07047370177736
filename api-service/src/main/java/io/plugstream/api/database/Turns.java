package io.plugstream.api.database;

import io.plugstream.api.http.ContentionException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/**
 * Lets each organisation do a few things at a time, in the order of their arrival, and all of them together a limited
 * number. If that is reached, the next turn belongs to the organisation that does least; among equals, to the one
 * served longest ago.
 */
final class Turns {

    /** Things of one organisation that may wait. */
    static final int MOST_WAITING = 1_000;

    /** An organisation has a line while one of its turns waits or goes on. The line served last is the last one. */
    private final LinkedHashMap<String, Line> lines = new LinkedHashMap<>();

    private final int atATime;
    private final int together;
    private final Duration longestWait;
    private final Duration grace;
    private int going;

    /**
     * @param atATime things of one organisation that go on at a time
     * @param together things of all organisations that go on at a time
     * @param longestWait for a turn; then {@link #run} fails with {@link ContentionException}
     * @param grace how long a cancelled thing keeps its turn, because it still holds its connection
     */
    Turns(int atATime, int together, Duration longestWait, Duration grace) {
        this.atATime = atATime;
        this.together = together;
        this.longestWait = longestWait;
        this.grace = grace;
    }

    /** Runs {@code work} when its turn has come. Fails with {@link ContentionException} if it did not begin. */
    <T> Mono<T> run(String organisationId, Mono<T> work) {
        return Mono.defer(() -> {
            Turn turn = take(organisationId);
            Mono<T> begun = turn.hasCome()
                    ? work
                    : turn.come()
                            .timeout(longestWait, Mono.error(this::waitedTooLong))
                            .then(work);
            return begun.doOnTerminate(turn::end).doOnCancel(() -> cancelled(turn));
        });
    }

    private ContentionException waitedTooLong() {
        return new ContentionException("a request waited behind others for " + longestWait);
    }

    private void cancelled(Turn turn) {
        if (turn.hasCome()) {
            var _ = Schedulers.parallel().schedule(turn::end, grace.toNanos(), TimeUnit.NANOSECONDS);
        } else {
            turn.end();
        }
    }

    /** Joins the line of the organisation. Fails with {@link ContentionException} if that is too long. */
    private Turn take(String organisationId) {
        synchronized (lines) {
            Line line = lines.computeIfAbsent(organisationId, _ -> new Line());
            if (line.waiting.size() >= MOST_WAITING) {
                throw new ContentionException(MOST_WAITING + " requests of an organisation are waiting");
            }
            Turn turn = new Turn(organisationId);
            line.waiting.add(turn);
            beginNext();
            return turn;
        }
    }

    /** Begins the next turn that may begin; null if there is none. */
    private @Nullable Turn beginNext() {
        if (going >= together) {
            return null;
        }
        Line next = lines.values().stream()
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
        lines.putLast(turn.organisationId, next);
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

        private final String organisationId;
        private final Sinks.Empty<Void> come = Sinks.empty();
        private State state = State.WAITING;

        private Turn(String organisationId) {
            this.organisationId = organisationId;
        }

        /** Completes when the turn has come. */
        Mono<Void> come() {
            // Not on the thread of the turn before, whose end would then contain all that follow.
            return come.asMono().publishOn(Schedulers.parallel());
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
                var _ = next.come.tryEmitEmpty();
            }
        }

        private @Nullable Turn leave() {
            synchronized (lines) {
                State left = state;
                state = State.OVER;
                if (left == State.OVER) {
                    return null;
                }
                Line line = Objects.requireNonNull(lines.get(organisationId));
                if (left == State.WAITING) {
                    line.waiting.remove(this);
                } else {
                    line.going--;
                    going--;
                }
                if (line.going == 0 && line.waiting.isEmpty()) {
                    lines.remove(organisationId);
                }
                return beginNext();
            }
        }
    }
}
