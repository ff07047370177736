/** What gateways keep of a charger's transactions to recognise repeated messages. */
@NullMarked
package io.plugstream.model.transaction;

import org.jspecify.annotations.NullMarked;
