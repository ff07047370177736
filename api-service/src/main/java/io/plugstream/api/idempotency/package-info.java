/** The Idempotency-Key of POSTs: a request that is sent again gets the first one's answer and does nothing. */
@NullMarked
package io.plugstream.api.idempotency;

import org.jspecify.annotations.NullMarked;
