package io.plugstream.api.quota;

import io.plugstream.api.organisation.TenantId;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.Tier;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.stereotype.Component;

/** Makes the records of calls. */
@Component
class Calls {

    /** Stands for no organisation. */
    static final String PROBE = TenantId.RESERVED + "probe";

    private final LogClock clock;

    Calls(LogClock clock) {
        this.clock = clock;
    }

    /** A call that happens now, to be decided. */
    ApiCall now(String organisationId, Tier tier) {
        return new ApiCall(id(), organisationId, clock.now(), tier, tier.dailyCalls(), false);
    }

    /** Asks whether quota-service is there; its limit of 0 keeps it out of every count. */
    ApiCall probe() {
        return new ApiCall(id(), PROBE, clock.now(), Tier.FREE, 0, false);
    }

    /** A call that has not asked as one that is let through, so that it counts whatever the limit. */
    static ApiCall letThrough(ApiCall call) {
        return new ApiCall(id(), call.organisationId(), call.at(), call.tier(), call.limit(), true);
    }

    /** The same of a call that has asked: it counts if that is refused. */
    static ApiCall letThroughAfterAll(ApiCall call) {
        return new ApiCall(
                id(), call.organisationId(), call.at(), call.tier(), call.limit(), true, call.callId(), null);
    }

    /** The UTC day a call counts in, as far as is known before the log has it. */
    static LocalDate day(ApiCall call) {
        return LocalDate.ofInstant(call.at(), ZoneOffset.UTC);
    }

    /** Need not be hard to guess, so that making it never blocks an event loop. */
    private static UUID id() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return new UUID(random.nextLong(), random.nextLong());
    }
}
