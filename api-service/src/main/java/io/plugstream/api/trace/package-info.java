/** The traces of HTTP requests, in the records that they cause. */
@NullMarked
package io.plugstream.api.trace;

import org.jspecify.annotations.NullMarked;
