package io.plugstream.api.organisation;

import io.plugstream.model.quota.Tier;

/** A tenant. */
public record Organisation(String id, String name, Tier tier) {}
