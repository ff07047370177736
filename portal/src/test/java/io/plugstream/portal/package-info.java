/** Checks the portal's modules as a compiler would. */
@NullMarked
package io.plugstream.portal;

import org.jspecify.annotations.NullMarked;
