/** Metering of calls against the daily allowance, and the RateLimit headers. */
@NullMarked
package io.plugstream.api.quota;

import org.jspecify.annotations.NullMarked;
