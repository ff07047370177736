/** The command line {@code plug}: its commands, and what they say and end with. */
@NullMarked
package io.plugstream.plug;

import org.jspecify.annotations.NullMarked;
