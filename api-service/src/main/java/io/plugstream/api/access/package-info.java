/** The way in: which origins, requests and callers are let through, and who calls, by API key or ID token. */
@NullMarked
package io.plugstream.api.access;

import org.jspecify.annotations.NullMarked;
