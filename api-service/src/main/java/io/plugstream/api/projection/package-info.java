/** Read models: the events of chargers, kept in PostgreSQL for the API's pages. */
@NullMarked
package io.plugstream.api.projection;

import org.jspecify.annotations.NullMarked;
