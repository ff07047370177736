/** Signing in to the portal at the identity provider, and the sessions that come of it. */
@NullMarked
package io.plugstream.api.portal;

import org.jspecify.annotations.NullMarked;
