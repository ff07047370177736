package io.plugstream.api.portal;

import org.jspecify.annotations.Nullable;

/**
 * A person whom the identity provider has authenticated.
 *
 * @param name the display name; null if the provider gives none
 * @param organisationId null for an operator without an organisation
 */
record SignedIn(
        String subject, @Nullable String name, @Nullable String organisationId, boolean operator) {}
