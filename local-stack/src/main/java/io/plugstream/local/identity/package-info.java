/**
 * A development identity provider: anyone on this machine can sign in, or get an ID token, as anybody. Never for
 * production.
 */
@NullMarked
package io.plugstream.local.identity;

import org.jspecify.annotations.NullMarked;
