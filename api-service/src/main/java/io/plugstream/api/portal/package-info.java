/** Sign-in to the portal at the identity provider, the resulting sessions, and the portal's files. */
@NullMarked
package io.plugstream.api.portal;

import org.jspecify.annotations.NullMarked;
