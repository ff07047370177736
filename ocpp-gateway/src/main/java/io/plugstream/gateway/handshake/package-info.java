/** Decides who may connect: path, security profile, protection against guessing, and rate of admission. */
@NullMarked
package io.plugstream.gateway.handshake;

import org.jspecify.annotations.NullMarked;
