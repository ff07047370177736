/** The payloads of OCPP 1.6 and 2.0.1 actions that a charger may be asked for, and how they are checked. */
@NullMarked
package io.plugstream.api.command.payload;

import org.jspecify.annotations.NullMarked;
