/** The command line {@code plug}: its commands, their output and exit codes. */
@NullMarked
package io.plugstream.plug;

import org.jspecify.annotations.NullMarked;
