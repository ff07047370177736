/** Secrets in the database: they are sealed before they are stored, and sealed again when the key changes. */
@NullMarked
package io.plugstream.api.secret;

import org.jspecify.annotations.NullMarked;
