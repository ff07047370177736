package io.plugstream.api.live;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemException;
import io.plugstream.api.http.ProblemType;
import io.plugstream.api.live.StreamPlaces.Kind;
import io.plugstream.api.live.StreamPlaces.PlaceRequest;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Limits how many streams an organisation has open, and how many of them catch up. This replica's own count comes
 * first: it saves a query, and bounds how many requests wait for the database.
 */
@Component
class StreamLimits {

    private static final String SOON = "5";

    private final int mostOpen;
    private final int mostCatchingUp;
    private final StreamPlaces places;
    private final Map<Owner, Integer> taken = new ConcurrentHashMap<>();
    private final Counter refused;

    StreamLimits(LiveProperties properties, StreamPlaces places, MeterRegistry meters) {
        this.mostOpen = properties.streams();
        this.mostCatchingUp = properties.catchingUp();
        this.places = places;
        this.refused = Counter.builder("plugstream.api.live.refused")
                .description("Streams refused because the organisation has too many")
                .register(meters);
    }

    /** A place for a stream; fails with a problem if the organisation has too many. */
    Mono<Place> open(String organisationId) {
        return take(new Owner(organisationId, Kind.OPEN), mostOpen);
    }

    /** A second place for the time in which the stream catches up. */
    Mono<Place> catchUp(String organisationId) {
        return take(new Owner(organisationId, Kind.CATCHING_UP), mostCatchingUp);
    }

    /** One of {@code most} places for streams of frames. */
    Mono<Place> frames(String organisationId, int most) {
        return take(new Owner(organisationId, Kind.FRAMES), most);
    }

    private Mono<Place> take(Owner owner, int most) {
        return Mono.defer(() -> {
            if (!countIn(owner, most)) {
                return Mono.error(refusal(owner, most));
            }
            Place place = new Place(owner);
            Mono<Place> found = places.take(new PlaceRequest(place.stream, owner.organisationId(), owner.kind(), most))
                    .flatMap(free -> free ? Mono.just(place) : Mono.error(refusal(owner, most)));
            return unlessGiven(found, place::leave);
        });
    }

    /** Runs {@code undo} if {@code work} ends without a value or is cancelled before. */
    static <T> Mono<T> unlessGiven(Mono<T> work, Runnable undo) {
        return Mono.defer(() -> {
            AtomicBoolean given = new AtomicBoolean();
            return work.doOnNext(_ -> given.set(true)).doFinally(_ -> {
                if (!given.get()) {
                    undo.run();
                }
            });
        });
    }

    private boolean countIn(Owner owner, int most) {
        AtomicBoolean free = new AtomicBoolean();
        taken.compute(owner, (_, number) -> {
            int before = number == null ? 0 : number;
            free.set(before < most);
            return free.get() ? Integer.valueOf(before + 1) : number;
        });
        return free.get();
    }

    private ProblemException refusal(Owner owner, int most) {
        refused.increment();
        return Problem.of(
                        ProblemType.TOO_MANY_STREAMS,
                        "The organisation may have at most " + most + ' '
                                + owner.kind().description() + " at a time.")
                .exception()
                .header(HttpHeaders.RETRY_AFTER, SOON);
    }

    private record Owner(String organisationId, Kind kind) {}

    /** A taken place. Only the first {@link #leave()} has an effect. */
    final class Place {

        private final Owner owner;
        private final UUID stream = UUID.randomUUID();
        private final AtomicBoolean held = new AtomicBoolean(true);

        private Place(Owner owner) {
            this.owner = owner;
        }

        void leave() {
            if (held.compareAndSet(true, false)) {
                taken.computeIfPresent(owner, (_, number) -> number == 1 ? null : Integer.valueOf(number - 1));
                places.leave(stream);
            }
        }
    }
}
