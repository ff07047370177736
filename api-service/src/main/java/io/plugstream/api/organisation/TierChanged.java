package io.plugstream.api.organisation;

import io.plugstream.model.quota.Tier;

/** An organisation went from one tier to another. */
public record TierChanged(String organisationId, Tier from, Tier to) {}
