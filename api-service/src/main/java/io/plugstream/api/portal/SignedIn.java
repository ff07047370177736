package io.plugstream.api.portal;

import org.jspecify.annotations.Nullable;

/**
 * Somebody whom the identity provider has vouched for.
 *
 * @param name for people; null if the provider does not tell it
 * @param organisationId null for an operator who belongs to none
 */
record SignedIn(
        String subject, @Nullable String name, @Nullable String organisationId, boolean operator) {}
