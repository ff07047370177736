package io.plugstream.api.organisation;

import io.plugstream.model.organisation.OrganisationId;

/** Which organisation ids a tenant may have. Those that begin with {@value #RESERVED} are the platform's own. */
public final class TenantId {

    /** Begins the ids that the platform uses for itself. */
    public static final String RESERVED = "plugstream:";

    private TenantId() {}

    public static boolean isValid(String id) {
        return OrganisationId.isValid(id) && !id.startsWith(RESERVED);
    }
}
