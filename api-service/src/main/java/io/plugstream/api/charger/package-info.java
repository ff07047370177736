/** Chargers: registration within the tier's limit, and their pages. */
@NullMarked
package io.plugstream.api.charger;

import org.jspecify.annotations.NullMarked;
