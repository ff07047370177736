package io.plugstream.api.quota;

import io.plugstream.api.organisation.TenantId;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/** Creates the records of calls. */
@Component
class Calls {

    /** The organisation id of each part's probes; no organisation can have it. */
    private static final List<String> PROBES = IntStream.range(0, Topics.API_CALLS.partitions())
            .mapToObj(Calls::probed)
            .toList();

    private final LogClock clock;

    Calls(LogClock clock) {
        this.clock = clock;
    }

    /** A new call that needs a decision. */
    ApiCall now(String organisationId, Tier tier) {
        return new ApiCall(id(), organisationId, clock.now(), tier, tier.dailyCalls(), false);
    }

    /** Probes whether a part of quota-service answers. Its limit of 0 keeps it out of all counts. */
    ApiCall probe(int part) {
        return new ApiCall(id(), PROBES.get(part), clock.now(), Tier.FREE, 0, false);
    }

    private static String probed(int part) {
        return IntStream.iterate(0, n -> n + 1)
                .mapToObj(n -> TenantId.RESERVED + "probe-" + n)
                .filter(id -> QuotaParts.part(id) == part)
                .findFirst()
                .orElseThrow();
    }

    /** Whether the id is that of probes, of this replica or another. */
    static boolean isProbe(String organisationId) {
        return organisationId.startsWith(TenantId.RESERVED);
    }

    /** The call marked as admitted, under a new id: it counts regardless of the limit. */
    static ApiCall admitted(ApiCall call) {
        return new ApiCall(id(), call.organisationId(), call.at(), call.tier(), call.limit(), true);
    }

    /** The same for a call that still waits for a decision: it counts only if the decision refuses the call. */
    static ApiCall admittedAfterAsking(ApiCall call) {
        return new ApiCall(
                id(), call.organisationId(), call.at(), call.tier(), call.limit(), true, call.callId(), null);
    }

    /** How long ago the log appended a call. */
    Duration age(Instant appended) {
        return Duration.between(appended, clock.now());
    }

    /** The UTC day of a call by its own time; the log's time decides later (ADR 44). */
    static LocalDate day(ApiCall call) {
        return LocalDate.ofInstant(call.at(), ZoneOffset.UTC);
    }

    /** Not from SecureRandom, which costs each call more; the id need not be unguessable. */
    private static UUID id() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return new UUID(random.nextLong(), random.nextLong());
    }
}
