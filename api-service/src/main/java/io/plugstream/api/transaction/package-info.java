/** Charging sessions as the API shows them. */
@NullMarked
package io.plugstream.api.transaction;

import org.jspecify.annotations.NullMarked;
