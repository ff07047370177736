/** Organisations, their tiers, and the operator's endpoints for them. */
@NullMarked
package io.plugstream.api.organisation;

import org.jspecify.annotations.NullMarked;
