/** Deletes rows of read models when their time is over. */
@NullMarked
package io.plugstream.api.retention;

import org.jspecify.annotations.NullMarked;
