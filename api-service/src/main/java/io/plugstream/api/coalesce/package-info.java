/** One piece of work for many who ask for the same at once. */
@NullMarked
package io.plugstream.api.coalesce;

import org.jspecify.annotations.NullMarked;
