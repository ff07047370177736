package io.plugstream.api.organisation;

import io.plugstream.api.http.ListQuery;
import io.plugstream.model.json.WireName;
import io.plugstream.model.quota.Tier;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/**
 * Which organisations to list.
 *
 * @param after the id after which the page begins; empty for the first page
 * @param search a part of the id or the name, in any case; empty if not wanted
 * @param tier null for all tiers
 */
record OrganisationQuery(
        int limit, String after, String search, @Nullable Tier tier) {

    /** The name of the list in cursors. */
    static final String LIST = "organisations";

    private static final String TIERS =
            Arrays.stream(Tier.values()).map(Tier::wireName).collect(Collectors.joining(", "));

    /** Reads query parameters; throws a problem with every fault. */
    static OrganisationQuery of(MultiValueMap<String, String> parameters) {
        ListQuery query = ListQuery.of(parameters);
        OrganisationQuery result = new OrganisationQuery(
                query.limit(),
                query.after(LIST, TenantId::isValid),
                query.search(),
                query.read("tier", tier -> WireName.find(Tier.class, tier), "must be one of " + TIERS));
        query.check();
        return result;
    }
}
