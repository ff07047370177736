package io.plugstream.api.organisation;

import io.plugstream.model.organisation.OrganisationId;

/** Validates the organisation ids of tenants. Ids that begin with {@value #RESERVED} belong to the platform. */
public final class TenantId {

    /** Prefix of the platform's own ids. */
    public static final String RESERVED = OrganisationId.RESERVED;

    private TenantId() {}

    public static boolean isValid(String id) {
        return OrganisationId.isValid(id) && !id.startsWith(RESERVED);
    }
}
