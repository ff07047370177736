/** Requests that pages of other origins make. */
@NullMarked
package io.plugstream.api.cors;

import org.jspecify.annotations.NullMarked;
