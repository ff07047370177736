/** Charging sessions in the API. */
@NullMarked
package io.plugstream.api.transaction;

import org.jspecify.annotations.NullMarked;
