package io.plugstream.model.quota;

import java.time.Instant;
import java.util.UUID;

/**
 * An authenticated call of an organisation.
 *
 * @param at decides the UTC day it counts in
 * @param limit the day's limit in force, or {@link Tier#UNLIMITED}
 * @param admitted true when the call was let through without asking, so that it counts whatever the limit
 */
public record ApiCall(UUID callId, String organisationId, Instant at, Tier tier, long limit, boolean admitted) {}
