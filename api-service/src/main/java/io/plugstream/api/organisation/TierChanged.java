package io.plugstream.api.organisation;

import io.plugstream.model.quota.Tier;

/** An organisation changed its tier. */
public record TierChanged(String organisationId, Tier from, Tier to) {}
