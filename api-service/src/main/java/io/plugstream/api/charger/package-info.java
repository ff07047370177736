/** Chargers: registration within the tier's limit, passwords, names, lists and refused handshakes. */
@NullMarked
package io.plugstream.api.charger;

import org.jspecify.annotations.NullMarked;
