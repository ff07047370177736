/** Turns events into claims, appended together with the positions; only claimed deliveries are ever POSTed. */
@NullMarked
package io.plugstream.webhook.claim;

import org.jspecify.annotations.NullMarked;
