/** What the tests of services that work on event loops share. */
@NullMarked
package io.plugstream.eventloop;

import org.jspecify.annotations.NullMarked;
