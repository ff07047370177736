/** Read models: keeps events and deliveries in PostgreSQL, for the API's lists, until their retention ends. */
@NullMarked
package io.plugstream.api.projection;

import org.jspecify.annotations.NullMarked;
