/** What the features share of PostgreSQL: notifications and caches that can be trusted. */
@NullMarked
package io.plugstream.api.database;

import org.jspecify.annotations.NullMarked;
