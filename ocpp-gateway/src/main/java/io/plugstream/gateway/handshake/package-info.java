/** Who may connect: path, security profile, the shield against guessing, and the pace of admission. */
@NullMarked
package io.plugstream.gateway.handshake;

import org.jspecify.annotations.NullMarked;
