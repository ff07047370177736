package io.plugstream.api.live;

import io.plugstream.api.access.Caller;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemType;
import io.plugstream.api.log.AcknowledgedLog;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.FrameWatch;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Opens streams of a charger's frames. Gateways publish frames only of watched chargers; an open stream renews its
 * watch (ADR 84).
 */
@Component
class FrameStreams {

    /** How long a watch is valid. */
    static final Duration LEASE = Duration.ofSeconds(60);

    private static final Logger log = LoggerFactory.getLogger(FrameStreams.class);
    private static final Duration RENEWAL = LEASE.dividedBy(3);

    /** The last event of a stream. */
    private static final String END = "end";

    private final FrameSubscriptions subscriptions;
    private final FrameHead head;
    private final AcknowledgedLog acknowledged;
    private final StreamLimits limits;
    private final DatabaseClient database;
    private final FrameProperties properties;
    private final Duration heartbeat;
    private final Clock clock;
    private final ClosingStreams closing;

    FrameStreams(
            FrameSubscriptions subscriptions,
            FrameHead head,
            AcknowledgedLog acknowledged,
            StreamLimits limits,
            DatabaseClient database,
            FrameProperties properties,
            LiveProperties live,
            Clock clock,
            ClosingStreams closing) {
        this.subscriptions = subscriptions;
        this.head = head;
        this.acknowledged = acknowledged;
        this.limits = limits;
        this.database = database;
        this.properties = properties;
        this.heartbeat = live.heartbeat();
        this.clock = clock;
        this.closing = closing;
    }

    /** Fails with a problem if the caller has no such charger, or too many streams. */
    Mono<EventStream> open(Caller caller, String chargeBoxId) {
        if (!ChargerId.isChargeBoxId(chargeBoxId)) {
            return Mono.error(Problem.noSuch("charger"));
        }
        ChargerId charger = new ChargerId(caller.organisationId(), chargeBoxId);
        return isThere(charger, caller.mode())
                .flatMap(there -> there
                        ? limits.frames(charger.organisationId(), properties.streams())
                        : Mono.error(Problem.noSuch("charger")))
                .flatMap(place -> begin(caller, charger, place));
    }

    private Mono<EventStream> begin(Caller caller, ChargerId charger, StreamLimits.Place place) {
        Watching watching = new Watching(charger, caller.mode(), end(caller.mode()));
        FrameSubscription subscription = new FrameSubscription(charger, caller.mode(), properties.buffer());
        Runnable ended = () -> {
            subscriptions.leave(subscription);
            place.leave();
        };
        Mono<EventStream> stream = Mono.defer(() -> {
                    if (closing.haveBegun() || !head.isReading()) {
                        return Mono.error(Problem.of(ProblemType.UNAVAILABLE).exception());
                    }
                    // Joins before the gateways see the watch, so that it misses no frame.
                    subscriptions.join(subscription);
                    return renew(watching).thenReturn(stream(watching, subscription, ended));
                })
                .onErrorMap(
                        FrameStreams::isUnavailable,
                        _ -> Problem.of(ProblemType.UNAVAILABLE).exception())
                .doOnNext(_ -> note(caller, watching));
        return StreamLimits.unlessGiven(stream, ended);
    }

    private EventStream stream(Watching watching, FrameSubscription subscription, Runnable ended) {
        Flux<StreamMessage> renewals = Flux.interval(RENEWAL)
                .onBackpressureDrop()
                .concatMap(_ -> renew(watching).onErrorResume(FrameStreams::isUnavailable, e -> {
                    log.atWarn().addKeyValue("charger", watching.charger()).log("Frames may stop: {}", e.toString());
                    return Mono.empty();
                }))
                .thenMany(Flux.empty());
        Flux<StreamMessage> beats =
                Flux.interval(heartbeat).onBackpressureDrop().map(_ -> StreamMessage.comment(null, "heartbeat"));
        Flux<StreamMessage> whole = Flux.merge(
                        subscription.messages(), beats, renewals, timeIsUp(watching), chargerIsDeleted(watching))
                .startWith(StreamMessage.switchedOn(watching.end()))
                .takeUntil(message -> END.equals(message.event()))
                .as(closing::until)
                .doFinally(_ -> ended.run());
        return new EventStream(whole, Mono.never(), Mono.never(), ended);
    }

    private Mono<StreamMessage> timeIsUp(Watching watching) {
        Instant end = watching.end();
        return end == null
                ? Mono.empty()
                : Mono.delay(Duration.between(clock.instant(), end))
                        .thenReturn(
                                StreamMessage.notice(null, END, "The time is up. Open the stream again to see more."));
    }

    /** Looks at each heartbeat. A failed query tells nothing. */
    private Mono<StreamMessage> chargerIsDeleted(Watching watching) {
        return Flux.interval(heartbeat)
                .onBackpressureDrop()
                .concatMap(_ -> isThere(watching.charger(), watching.mode()).onErrorReturn(true))
                .filter(there -> !there)
                .next()
                .map(_ -> StreamMessage.notice(null, END, "The charger was deleted."));
    }

    private Mono<Void> renew(Watching watching) {
        return Mono.defer(() -> {
            Instant until = clock.instant().plus(LEASE).truncatedTo(ChronoUnit.MILLIS);
            Instant end = watching.end();
            FrameWatch watch = new FrameWatch(
                    watching.charger().organisationId(),
                    watching.charger().chargeBoxId(),
                    watching.mode(),
                    end != null && end.isBefore(until) ? end : until);
            return acknowledged.append(Topics.FRAME_WATCHES, watch.chargerId(), watch);
        });
    }

    /** Logs who watches a charger. */
    private static void note(Caller caller, Watching watching) {
        log.atInfo()
                .addKeyValue("charger", watching.charger())
                .addKeyValue("mode", watching.mode().wireName())
                .addKeyValue("credential", caller.credential())
                .addKeyValue("by", caller.id())
                .addKeyValue("until", watching.end())
                .log("Frames switched on");
    }

    /** A live charger's stream ends after a fixed time, a test charger's with its connection. */
    private @Nullable Instant end(Mode mode) {
        return mode == Mode.TEST
                ? null
                : clock.instant().plus(properties.time()).truncatedTo(ChronoUnit.MILLIS);
    }

    private Mono<Boolean> isThere(ChargerId charger, Mode mode) {
        return database.sql("""
                        SELECT EXISTS (
                            SELECT FROM chargers
                            WHERE organisation_id = :organisation AND mode = :mode AND charge_box_id = :chargeBoxId)""")
                .bind("organisation", charger.organisationId())
                .bind("mode", mode.wireName())
                .bind("chargeBoxId", charger.chargeBoxId())
                .mapValue(Boolean.class)
                .one()
                .timeout(DatabaseTimeouts.REQUEST);
    }

    private static boolean isUnavailable(Throwable failure) {
        return failure instanceof KafkaException || failure instanceof TimeoutException;
    }

    /** @param end null if the watch has no end of its own */
    private record Watching(
            ChargerId charger, Mode mode, @Nullable Instant end) {}
}
