/** Read models: events and deliveries, kept in PostgreSQL for the pages of the API until their time is over. */
@NullMarked
package io.plugstream.api.projection;

import org.jspecify.annotations.NullMarked;
