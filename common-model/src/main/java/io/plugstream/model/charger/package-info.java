/** Chargers as the gateway and the API know them: identity, registration, and the states remembered across connections. */
@NullMarked
package io.plugstream.model.charger;

import org.jspecify.annotations.NullMarked;
