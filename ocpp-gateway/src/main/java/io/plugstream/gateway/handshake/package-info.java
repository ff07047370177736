/** Who may connect: path, Basic authentication, and the shield against guessing. */
@NullMarked
package io.plugstream.gateway.handshake;

import org.jspecify.annotations.NullMarked;
