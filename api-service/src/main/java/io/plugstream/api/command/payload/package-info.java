/** The payloads of the OCPP 1.6 and 2.0.1 actions that can be sent to chargers, and their validation. */
@NullMarked
package io.plugstream.api.command.payload;

import org.jspecify.annotations.NullMarked;
