/** Charging transactions: their ids, and the recognition of repeated starts and stops. */
@NullMarked
package io.plugstream.gateway.transaction;

import org.jspecify.annotations.NullMarked;
