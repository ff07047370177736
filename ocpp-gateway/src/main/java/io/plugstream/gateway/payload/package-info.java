/** Reads payloads and validates them against a schema, for every version of OCPP. */
@NullMarked
package io.plugstream.gateway.payload;

import org.jspecify.annotations.NullMarked;
