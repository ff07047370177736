/** Shared test code of services with event loops. */
@NullMarked
package io.plugstream.eventloop;

import org.jspecify.annotations.NullMarked;
