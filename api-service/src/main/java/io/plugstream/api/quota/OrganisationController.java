package io.plugstream.api.quota;

import io.plugstream.api.access.Caller;
import io.plugstream.api.organisation.Organisation;
import io.plugstream.api.organisation.Organisations;
import io.plugstream.model.quota.Tier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Returns the caller's own organisation. */
@RestController
final class OrganisationController {

    private final Organisations organisations;

    OrganisationController(Organisations organisations) {
        this.organisations = organisations;
    }

    @GetMapping("/api/v1/organisation")
    Mono<Own> own(Caller caller) {
        return organisations.findOrCreate(caller.organisationId()).map(Own::of);
    }

    record Own(String id, String name, Tier tier, Limits limits) {

        static Own of(Organisation organisation) {
            return new Own(organisation.id(), organisation.name(), organisation.tier(), Limits.of(organisation.tier()));
        }
    }

    /**
     * The tier's limits.
     *
     * @param callsPerDay calls in a UTC day
     * @param chargers live chargers
     * @param webhooks webhooks in each mode
     */
    record Limits(long callsPerDay, long chargers, int webhooks) {

        static Limits of(Tier tier) {
            return new Limits(tier.dailyCalls(), tier.chargers(), tier.webhooks() ? Tier.MOST_WEBHOOKS : 0);
        }
    }
}
