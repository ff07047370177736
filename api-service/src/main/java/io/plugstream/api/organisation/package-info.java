/** Organisations, their tiers, and the operators' endpoints for them. */
@NullMarked
package io.plugstream.api.organisation;

import org.jspecify.annotations.NullMarked;
