/** A development identity provider: gives anyone on this machine an ID token of any organisation. Never for production. */
@NullMarked
package io.plugstream.local.identity;

import org.jspecify.annotations.NullMarked;
