/** Chargers as gateway and API share them: identity, registration, and the state kept across connections. */
@NullMarked
package io.plugstream.model.charger;

import org.jspecify.annotations.NullMarked;
