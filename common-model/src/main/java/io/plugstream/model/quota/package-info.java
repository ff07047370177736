/** The daily quota: tiers, calls, decisions and counts. */
@NullMarked
package io.plugstream.model.quota;

import org.jspecify.annotations.NullMarked;
