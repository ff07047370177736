/** Test chargers and their scenarios, as the sandbox simulates them (ADR 74). */
@NullMarked
package io.plugstream.api.sandbox;

import org.jspecify.annotations.NullMarked;
