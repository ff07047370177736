/** Shared use of PostgreSQL: notifications, caches that they keep current, sweeps, and detection of a silent server. */
@NullMarked
package io.plugstream.api.database;

import org.jspecify.annotations.NullMarked;
