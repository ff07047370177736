/** Shared use of PostgreSQL: changes, notifications, caches that they keep current, sweeps, and a watch for silence. */
@NullMarked
package io.plugstream.api.database;

import org.jspecify.annotations.NullMarked;
