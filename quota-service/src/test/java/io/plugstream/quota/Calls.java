package io.plugstream.quota;

import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.Tier;
import java.time.Instant;
import java.util.UUID;

/** Calls for tests. */
final class Calls {

    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private Calls() {}

    static ApiCall of(String organisation, Tier tier) {
        return at(organisation, tier, NOON);
    }

    static ApiCall at(String organisation, Tier tier, Instant at) {
        return new ApiCall(UUID.randomUUID(), organisation, at, tier, tier.dailyCalls(), false);
    }

    static ApiCall of(String organisation, Tier tier, long limit) {
        return new ApiCall(UUID.randomUUID(), organisation, NOON, tier, limit, false);
    }

    /** The call that api-service appends when it admits {@code call} without a decision, although it had asked. */
    static ApiCall afterAll(ApiCall call) {
        return new ApiCall(
                UUID.randomUUID(),
                call.organisationId(),
                call.at(),
                call.tier(),
                call.limit(),
                true,
                call.callId(),
                null);
    }

    static ApiCall blind(ApiCall call) {
        return new ApiCall(call.callId(), call.organisationId(), call.at(), call.tier(), call.limit(), true);
    }
}
