/** What the four services share, configured by itself. */
@NullMarked
package io.plugstream.base;

import org.jspecify.annotations.NullMarked;
