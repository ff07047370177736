/** Errors as RFC 9457 problems, and the pages that explain them. */
@NullMarked
package io.plugstream.api.problem;

import org.jspecify.annotations.NullMarked;
