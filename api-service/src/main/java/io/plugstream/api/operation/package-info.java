/** The payloads of the operations of OCPP 1.6 that a charger may be asked for, and how one is checked. */
@NullMarked
package io.plugstream.api.operation;

import org.jspecify.annotations.NullMarked;
