/** Counts API calls against an organisation's daily allowance, and returns the allowance and its use. */
@NullMarked
package io.plugstream.api.quota;

import org.jspecify.annotations.NullMarked;
