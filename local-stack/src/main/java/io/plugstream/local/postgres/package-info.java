/** A real PostgreSQL server in processes of its own. */
@NullMarked
package io.plugstream.local.postgres;

import org.jspecify.annotations.NullMarked;
