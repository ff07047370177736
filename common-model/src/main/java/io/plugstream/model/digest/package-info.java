/** Digests of texts. */
@NullMarked
package io.plugstream.model.digest;

import org.jspecify.annotations.NullMarked;
