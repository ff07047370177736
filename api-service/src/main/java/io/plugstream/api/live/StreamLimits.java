package io.plugstream.api.live;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.problem.Problem;
import io.plugstream.api.problem.ProblemException;
import io.plugstream.api.problem.ProblemType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/**
 * How many streams of an organisation this replica has open, and how many of them read what they missed: that is what a
 * stream costs others.
 */
@Component
class StreamLimits {

    private static final String SOON = "5";

    private final int mostOpen;
    private final int mostCatchingUp;
    private final Map<String, Integer> open = new ConcurrentHashMap<>();
    private final Map<String, Integer> catchingUp = new ConcurrentHashMap<>();
    private final Counter refused;

    StreamLimits(LiveProperties properties, MeterRegistry meters) {
        this.mostOpen = properties.streams();
        this.mostCatchingUp = properties.catchingUp();
        this.refused = Counter.builder("plugstream.api.live.refused")
                .description("Streams that were refused because the organisation has too many")
                .register(meters);
    }

    /**
     * A place for a stream.
     *
     * @throws ProblemException if the organisation has all it may have
     */
    Place open(String organisationId) {
        return place(open, organisationId, mostOpen, "open");
    }

    /** The same for the time in which it catches up. */
    Place catchUp(String organisationId) {
        return place(catchingUp, organisationId, mostCatchingUp, "catching up");
    }

    private Place place(Map<String, Integer> taken, String organisationId, int most, String doing) {
        AtomicBoolean free = new AtomicBoolean();
        taken.compute(organisationId, (_, number) -> {
            int before = number == null ? 0 : number;
            free.set(before < most);
            return free.get() ? Integer.valueOf(before + 1) : number;
        });
        if (!free.get()) {
            refused.increment();
            throw Problem.of(
                            ProblemType.TOO_MANY_STREAMS,
                            "The organisation may have at most " + most + " event streams " + doing + " at a time.")
                    .exception()
                    .header(HttpHeaders.RETRY_AFTER, SOON);
        }
        return new Place(taken, organisationId);
    }

    /** Given back once, however often that is said. */
    static final class Place {

        private final Map<String, Integer> taken;
        private final String organisationId;
        private final AtomicBoolean held = new AtomicBoolean(true);

        private Place(Map<String, Integer> taken, String organisationId) {
            this.taken = taken;
            this.organisationId = organisationId;
        }

        void leave() {
            if (held.compareAndSet(true, false)) {
                taken.computeIfPresent(organisationId, (_, number) -> number == 1 ? null : Integer.valueOf(number - 1));
            }
        }
    }
}
