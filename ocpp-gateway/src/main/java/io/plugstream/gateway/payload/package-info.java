/** Reads and judges payloads by the rules of a schema, whichever version of OCPP has it. */
@NullMarked
package io.plugstream.gateway.payload;

import org.jspecify.annotations.NullMarked;
