/** The daily allowance: tiers, calls, decisions and counts. */
@NullMarked
package io.plugstream.model.quota;

import org.jspecify.annotations.NullMarked;
