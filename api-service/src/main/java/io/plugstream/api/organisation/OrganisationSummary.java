package io.plugstream.api.organisation;

import io.plugstream.model.quota.Tier;
import java.util.LinkedHashMap;
import java.util.Map;

/** The number of organisations, and of those on each tier. */
record OrganisationSummary(long total, Map<String, Long> tiers) {

    /** @param counts without the tiers that no organisation has */
    static OrganisationSummary of(Map<Tier, Long> counts) {
        Map<String, Long> tiers = new LinkedHashMap<>();
        for (Tier tier : Tier.values()) {
            tiers.put(tier.wireName(), counts.getOrDefault(tier, 0L));
        }
        return new OrganisationSummary(
                counts.values().stream().mapToLong(Long::longValue).sum(), tiers);
    }
}
