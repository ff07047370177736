/** The Idempotency-Key of POSTs: a repeated request gets the first one's response and has no further effect. */
@NullMarked
package io.plugstream.api.idempotency;

import org.jspecify.annotations.NullMarked;
